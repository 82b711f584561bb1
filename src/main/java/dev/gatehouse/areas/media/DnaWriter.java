package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.UnfitException;

/** Packs, encrypts and authenticates letters into a {@link DnaEnvelope}. */
final class DnaWriter implements BlobWriter {
  private static final int PACKED = DnaEnvelope.BUFFER;

  /** Number of letters packed at once. They fill as many bytes as the cipher processes fastest. */
  private static final int LETTERS = PACKED * Bases.IN_A_BYTE;

  /** Number of letters held back, because only the end of a text may contain a line end. */
  private static final int TAIL = 8;

  private final BlobWriter blobWriter;
  private final boolean textFile;
  private final Cipher cipher;
  private final Mac mac;
  private final byte[] letters = new byte[LETTERS + TAIL];
  private final byte[] packed = new byte[PACKED + TAIL + Long.BYTES];
  private final byte[] encrypted = new byte[PACKED + 3 * DnaEnvelope.BLOCK];
  private int held;
  private long bases;

  /**
   * Starts an envelope.
   *
   * @param textFile whether a line end after the last letter is dropped
   */
  DnaWriter(BlobWriter blobWriter, DnaKeys.Pair keys, byte[] id, byte[] iv, boolean textFile)
      throws IOException {
    this.blobWriter = blobWriter;
    this.textFile = textFile;
    this.cipher = DnaEnvelope.cipher(Cipher.ENCRYPT_MODE, "PKCS5Padding", keys, iv);
    this.mac = DnaEnvelope.mac(keys);
    byte[] header = DnaEnvelope.header(keys.name(), id, iv);
    mac.update(header);
    blobWriter.write(ByteBuffer.wrap(header));
  }

  /**
   * @throws UnfitException with the position of the first invalid letter
   */
  @Override
  public void write(ByteBuffer text) throws IOException {
    while (text.hasRemaining()) {
      int n = Math.min(text.remaining(), letters.length - held);
      text.get(letters, held, n);
      held += n;
      if (held == letters.length) {
        encrypt(pack(LETTERS));
        System.arraycopy(letters, LETTERS, letters, 0, TAIL);
        held = TAIL;
      }
    }
  }

  /**
   * @throws UnfitException if there are no letters, or one is invalid
   */
  @Override
  public Blob commit() throws IOException {
    if (textFile) {
      dropLineEnd();
    }
    if (bases + held == 0) {
      throw new UnfitException(ErrorCode.CONTENT_INVALID, "the sequence is empty");
    }
    int length = pack(held);
    ByteBuffer.wrap(packed).putLong(length, bases);
    finish(length + Long.BYTES);
    return blobWriter.commit();
  }

  @Override
  public void close() {
    blobWriter.close();
  }

  private void dropLineEnd() {
    if (held > 0 && letters[held - 1] == '\n') {
      held--;
    }
    if (held > 0 && letters[held - 1] == '\r') {
      held--;
    }
  }

  /** Packs {@code length} letters and returns the number of bytes. */
  private int pack(int length) throws UnfitException {
    int strange = Bases.pack(letters, length, packed);
    if (strange >= 0) {
      throw new UnfitException(
          ErrorCode.CONTENT_INVALID,
          "a sequence contains only A, T, C and G: invalid character at position "
              + (bases + strange + 1));
    }
    bases += length;
    return (length + Bases.IN_A_BYTE - 1) / Bases.IN_A_BYTE;
  }

  private void encrypt(int length) throws IOException {
    try {
      write(cipher.update(packed, 0, length, encrypted));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // the buffer is large enough
    }
  }

  private void finish(int length) throws IOException {
    try {
      write(cipher.doFinal(packed, 0, length, encrypted));
      blobWriter.write(ByteBuffer.wrap(mac.doFinal()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // the buffer is large enough
    }
  }

  private void write(int length) throws IOException {
    mac.update(encrypted, 0, length);
    blobWriter.write(ByteBuffer.wrap(encrypted, 0, length));
  }
}
