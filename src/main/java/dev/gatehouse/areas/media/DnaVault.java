package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.formats.PieceInput;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.Rendition;
import dev.gatehouse.store.blobs.UploadCheck;

/**
 * Encrypted storage of sequences. As an upload check, it never writes plain letters to the disk and
 * rejects an invalid letter as soon as it arrives. As a rendition, it serves no byte of a modified
 * file.
 *
 * @param limit maximum letters of an upload
 */
public record DnaVault(Blobs blobs, DnaKeys keys, SecureRandom random, long limit)
    implements UploadCheck, Rendition {
  private static final String NAME = "dna";
  private static final char OF = '/';

  @Override
  public String name() {
    return NAME;
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

  /**
   * Decrypts a range of a sequence's letters from an envelope that has been verified completely.
   */
  private static final class DnaStream extends PieceInput {
    private static final int BLOCK_LETTERS = DnaEnvelope.BLOCK * Bases.IN_A_BYTE;

    /** Small, because each of many slow clients holds six times as much. */
    private static final int BATCH = 4 * 1024;

    private final SeekableByteChannel channel;
    private final long end;
    private final Cipher cipher;
    private final byte[] encrypted = new byte[BATCH];
    private final byte[] packed = new byte[BATCH];
    private final byte[] letters = new byte[BATCH * Bases.IN_A_BYTE];
    private long place;
    private int skipped;
    private long left;

    /**
     * Starts at a letter of a verified envelope. Closing the stream closes the file.
     *
     * @throws IndexOutOfBoundsException if the sequence ends before offset+length
     */
    DnaStream(DnaEnvelope envelope, SeekableByteChannel channel, long offset, long length)
        throws IOException {
      Objects.checkFromIndexSize(offset, length, envelope.bases());
      this.channel = channel;
      this.end = envelope.end();
      this.left = length;
      this.place = DnaEnvelope.HEADER + offset / BLOCK_LETTERS * DnaEnvelope.BLOCK;
      byte[] iv = DnaEnvelope.ivAt(channel, envelope.iv(), place);
      this.cipher = DnaEnvelope.cipher(Cipher.DECRYPT_MODE, "NoPadding", envelope.keys(), iv);
      this.skipped = (int) (offset % BLOCK_LETTERS);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }

    @Override
    protected ByteBuffer next() throws IOException {
      if (left == 0) {
        return ByteBuffer.allocate(0);
      }
      int length = (int) Math.min(BATCH, end - place);
      LittleEndian.readFully(channel, place, encrypted, length);
      place += length;
      try {
        int decrypted = cipher.update(encrypted, 0, length, packed);
        Bases.unpack(packed, 0, decrypted, letters);
        int at = skipped;
        int taken = (int) Math.min(left, decrypted * Bases.IN_A_BYTE - at);
        skipped = 0;
        left -= taken;
        return ByteBuffer.wrap(letters, at, taken);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e); // the buffer is large enough
      }
    }
  }
}
