package dev.gatehouse.areas.commerce.pictures;

import java.io.IOException;
import java.io.InputStream;

/** Bytes of a picture, and the bits of its entropy-coded parts. */
final class PictureSource {
  private static final int BUFFER = 16_384;
  private static final int WORD = 32;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int position;
  private int end;
  private int bits;
  private int count;
  private int padded;
  private int marker;

  PictureSource(InputStream in) {
    this.in = in;
  }

  static InvalidPictureException truncated() {
    return new InvalidPictureException("the picture is incomplete or damaged");
  }

  int next() throws IOException {
    if (position == end) {
      end = in.read(buffer, 0, buffer.length);
      position = 0;
      if (end <= 0) {
        end = 0;
        throw truncated();
      }
    }
    return buffer[position++] & 0xff;
  }

  int number16() throws IOException {
    return next() << 8 | next();
  }

  long number32() throws IOException {
    return (long) number16() << 16 | number16();
  }

  byte[] bytes(int length) throws IOException {
    if (length < 0) {
      throw truncated();
    }
    byte[] read = new byte[length];
    for (int i = 0; i < length; i++) {
      read[i] = (byte) next();
    }
    return read;
  }

  void skip(long length) throws IOException {
    for (long i = 0; i < length; i++) {
      next();
    }
  }

  /** Returns the next marker of a JPEG file after its other bytes. */
  int nextMarker() throws IOException {
    if (marker != 0) {
      int found = marker;
      marker = 0;
      return found;
    }
    int byteRead = next();
    while (byteRead != 0xff) {
      byteRead = next();
    }
    while (byteRead == 0xff) {
      byteRead = next();
    }
    return byteRead == 0 ? nextMarker() : byteRead;
  }

  /** Begins a part with entropy-coded bits. */
  void beginBits() {
    bits = 0;
    count = 0;
    padded = 0;
  }

  /** Bits behind a marker are zeros, which may be read in advance but not used. */
  private void fill() throws IOException {
    while (count <= WORD - 8) {
      int value = 0;
      if (marker == 0) {
        value = next();
        if (value == 0xff) {
          int stuffed = next();
          while (stuffed == 0xff) {
            stuffed = next();
          }
          if (stuffed != 0) {
            marker = stuffed;
            value = 0;
          }
        }
      }
      if (marker != 0) {
        padded += 8;
      }
      bits |= value << (WORD - 8 - count);
      count += 8;
    }
  }

  private void use(int length) throws IOException {
    bits <<= length;
    count -= length;
    if (count < padded) {
      throw truncated();
    }
  }

  int bits(int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (count < length) {
      fill();
    }
    int value = bits >>> (WORD - length);
    use(length);
    return value;
  }

  /** Returns a signed number in the form of JPEG's coefficients. */
  int signed(int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int value = bits(length);
    return value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
  }

  int symbol(HuffmanTable table) throws IOException {
    if (count < HuffmanTable.MAX_LENGTH) {
      fill();
    }
    int found = table.find(bits >>> (WORD - HuffmanTable.MAX_LENGTH));
    if (found < 0) {
      throw truncated();
    }
    use(found >> 8);
    return found & 0xff;
  }
}
