package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.Rendition;
import dev.gatehouse.store.blobs.UploadCheck;

/**
 * Encrypted storage of sequences. As an upload check, it never writes plain letters to the disk and
 * rejects an invalid letter as soon as it arrives. As a rendition, it serves no byte of a modified
 * file.
 */
public final class DnaVault implements UploadCheck, Rendition {
  private static final String NAME = "dna";
  private static final char OF = '/';

  private final Blobs blobs;
  private final DnaKeys keys;
  private final SecureRandom random;
  private final long limit;

  /**
   * @param limit maximum letters of an upload
   */
  public DnaVault(Blobs blobs, DnaKeys keys, SecureRandom random, long limit) {
    this.blobs = blobs;
    this.keys = keys;
    this.random = random;
    this.limit = limit;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public long limit() {
    return limit;
  }

  @Override
  public BlobWriter into(BlobWriter stored) throws IOException {
    return writer(stored, true);
  }

  /**
   * Stores a sequence that is in memory.
   *
   * @throws dev.gatehouse.store.blobs.UnfitException with the position of an invalid letter
   */
  public Blob store(byte[] letters) throws IOException {
    try (BlobWriter writer = writer(blobs.create(), false)) {
      writer.write(ByteBuffer.wrap(letters));
      return writer.commit();
    }
  }

  private BlobWriter writer(BlobWriter stored, boolean textFile) throws IOException {
    return new DnaWriter(
        stored, keys.newest(), bytes(DnaEnvelope.ID), bytes(DnaEnvelope.BLOCK), textFile);
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /**
   * The unverified header of an envelope. It can be trusted only after the envelope is opened.
   *
   * @param id 32 hexadecimal digits, created with the envelope
   * @param bases number of letters
   */
  public record Label(String id, long bases) {}

  DnaKeys keys() {
    return keys;
  }

  /** Returns the name of the key of a stored sequence, in hexadecimal. */
  String keyName(String blob) throws IOException {
    try (SeekableByteChannel file = blobs.open(blob)) {
      return DnaEnvelope.read(file, keys).keys().hexName();
    }
  }

  /** Reads a stored sequence's label. */
  public Label label(String blob) throws IOException {
    try (SeekableByteChannel file = blobs.open(blob)) {
      DnaEnvelope envelope = DnaEnvelope.read(file, keys);
      return new Label(envelope.id(), envelope.bases());
    }
  }

  /**
   * Returns the claim check's name of the blob. It contains the sequence id, so that the rendition
   * can verify that the blob holds this sequence.
   */
  public static String reference(String blob, String id) {
    return blob + OF + id;
  }

  /**
   * @param reference of {@link #reference}
   * @throws java.nio.file.NoSuchFileException if the sequence was deleted
   * @throws IOException if any part of the file was modified, or the file contains another
   *     sequence; thrown before the first byte is served
   */
  @Override
  public InputStream open(String reference, long offset, long length) throws IOException {
    int of = reference.indexOf(OF);
    SeekableByteChannel file = blobs.open(reference.substring(0, of));
    try {
      DnaEnvelope envelope = DnaEnvelope.read(file, keys);
      envelope.verify(file);
      if (!envelope.id().equals(reference.substring(of + 1))) {
        throw new IOException("the file holds another sequence");
      }
      return new DnaStream(envelope, file, offset, length);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }
}
