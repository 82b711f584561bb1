package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.formats.PieceInput;

/** Decrypts a range of a sequence's letters from an envelope that has been verified completely. */
final class DnaStream extends PieceInput {
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
