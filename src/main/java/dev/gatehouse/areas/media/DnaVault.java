package dev.gatehouse.areas.media;

import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.Rendition;
import dev.gatehouse.store.blobs.UploadCheck;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * The place where sequences lie encrypted. As an intake it lets no plain letter reach the disk and
 * refuses a wrong one as soon as it comes; as a rendition it serves nothing of a file that was
 * touched.
 */
public final class DnaVault implements UploadCheck, Rendition {
  private static final String NAME = "dna";
  private static final char OF = '/';

  private final Blobs blobs;
  private final DnaKeys keys;
  private final SecureRandom random;
  private final long limit;

  /**
   * @param limit letters of an upload
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
   * Stores a sequence that is at hand.
   *
   * @throws dev.gatehouse.store.UnfitException that tells the position of a wrong letter
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
   * The header in which an envelope speaks of itself; true only once the envelope is opened.
   *
   * @param id 32 hexadecimal digits, made with the envelope
   * @param bases letters
   */
  public record Label(String id, long bases) {}

  /** Reads a stored sequence's label. */
  public Label label(String blob) throws IOException {
    try (SeekableByteChannel file = blobs.open(blob)) {
      DnaEnvelope envelope = DnaEnvelope.read(file, keys);
      return new Label(envelope.id(), envelope.bases());
    }
  }

  /**
   * The name that a claim check gives the blob, so that the rendition knows which sequence it must
   * hold.
   */
  public static String reference(String blob, String id) {
    return blob + OF + id;
  }

  @Override
  public Optional<Path> file(String reference) {
    return Optional.empty();
  }

  /**
   * @param reference of {@link #reference}
   * @throws IOException when anything of the file is not as it was written, or the file is another
   *     sequence's; told before the first byte
   */
  @Override
  public InputStream open(String reference, long offset, long length) throws IOException {
    int of = reference.indexOf(OF);
    SeekableByteChannel file = channel(reference.substring(0, of));
    try {
      DnaEnvelope envelope = DnaEnvelope.read(file, keys);
      envelope.verify(file);
      if (!envelope.id().equals(reference.substring(of + 1))) {
        throw new IOException("this is another sequence");
      }
      return new DnaStream(envelope, file, offset, length);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** A sequence whose file is gone has been damaged like any other. */
  private SeekableByteChannel channel(String blob) throws IOException {
    try {
      return blobs.open(blob);
    } catch (NoSuchFileException e) {
      throw new IOException("the sequence's file is gone", e);
    }
  }
}
