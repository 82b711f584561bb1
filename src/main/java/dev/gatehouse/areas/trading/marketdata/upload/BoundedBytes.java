package dev.gatehouse.areas.trading.marketdata.upload;

/** Bytes of others that are read from left to right, and never beyond their end. */
final class BoundedBytes {
  /** Bits of a number that a byte holds, and of the largest that is read. */
  private static final int SEVEN = 7;

  private static final int MAX_BITS = 70;
  private static final int MORE = 128;

  private final byte[] bytes;
  private final int end;
  private int at;

  BoundedBytes(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /** The place of the next byte. */
  int at() {
    return at;
  }

  int end() {
    return end;
  }

  int left() {
    return end - at;
  }

  /** Goes back to a place where it has been. */
  void backTo(int place) {
    at = place;
  }

  /** The next byte, unsigned. */
  int next() {
    if (at >= end) {
      throw new IllegalArgumentException("it ends too early");
    }
    return bytes[at++] & 255;
  }

  void skip(long count) {
    if (count < 0 || count > end - at) {
      throw new IllegalArgumentException("it ends too early");
    }
    at += (int) count;
  }

  /** The next bytes as bytes of their own, behind which this goes on. */
  BoundedBytes part(int length) {
    int from = at;
    skip(length);
    return new BoundedBytes(bytes, from, at);
  }

  /** A number of four bytes, the least first. */
  int littleEndian() {
    return next() | next() << 8 | next() << 16 | next() << 24;
  }

  /** A number of seven bits a byte, the least first. */
  long number() {
    long value = 0;
    for (int shift = 0; shift < MAX_BITS; shift += SEVEN) {
      int b = next();
      value |= (b & (MORE - 1L)) << shift;
      if (b < MORE) {
        return value;
      }
    }
    throw new IllegalArgumentException("it has a number without an end");
  }
}
