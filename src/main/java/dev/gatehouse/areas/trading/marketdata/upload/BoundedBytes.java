package dev.gatehouse.areas.trading.marketdata.upload;

/** Bounds-checked reader of untrusted bytes, from the first to the last. */
final class BoundedBytes {
  /** Bits of a number per byte, and the maximum bits of a number. */
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

  /** Returns the position of the next byte. */
  int at() {
    return at;
  }

  int end() {
    return end;
  }

  int left() {
    return end - at;
  }

  /** Moves back to an earlier position. */
  void backTo(int place) {
    at = place;
  }

  /** Reads the next byte, unsigned. */
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

  /** Returns the next bytes as a separate reader, and moves behind them. */
  BoundedBytes part(int length) {
    int from = at;
    skip(length);
    return new BoundedBytes(bytes, from, at);
  }

  /** Reads a four-byte number, least significant byte first. */
  int littleEndian() {
    return next() | next() << 8 | next() << 16 | next() << 24;
  }

  /** Reads a number of seven bits per byte, least significant bits first. */
  long number() {
    long value = 0;
    for (int shift = 0; shift < MAX_BITS; shift += SEVEN) {
      int b = next();
      value |= (b & (MORE - 1L)) << shift;
      if (b < MORE) {
        return value;
      }
    }
    throw new IllegalArgumentException("it has an unterminated number");
  }
}
