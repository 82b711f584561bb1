package dev.gatehouse.areas.commerce.pictures;

import javax.imageio.stream.ImageInputStreamImpl;

/** Bytes of a picture. Decoders that ignore the end of the bytes would read for hours otherwise. */
final class PictureInput extends ImageInputStreamImpl {
  /** A decoder may read some bytes in advance. */
  private static final int MAX_BEYOND = 64;

  private final byte[] bytes;
  private int beyond;

  PictureInput(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public int read() {
    bitOffset = 0;
    return streamPos < bytes.length ? bytes[(int) streamPos++] & 0xff : end();
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    bitOffset = 0;
    if (length > 0 && streamPos >= bytes.length) {
      return end();
    }
    int read = (int) Math.min(length, bytes.length - streamPos);
    System.arraycopy(bytes, (int) streamPos, target, offset, read);
    streamPos += read;
    return read;
  }

  private int end() {
    if (++beyond > MAX_BEYOND) {
      throw new IllegalStateException("the picture ends before its decoder does");
    }
    return -1;
  }

  @Override
  public long length() {
    return bytes.length;
  }
}
