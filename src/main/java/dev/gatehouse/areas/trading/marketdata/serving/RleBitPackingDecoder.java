package dev.gatehouse.areas.trading.marketdata.serving;

/**
 * Decodes Parquet's hybrid of run-length encoding and bit packing, used for levels and dictionary
 * ids.
 */
final class RleBitPackingDecoder {
  private RleBitPackingDecoder() {}

  /**
   * Decodes {@code n} values of {@code width} bits (0-31) from the bytes {@code from} to {@code
   * end}.
   *
   * @return the position after the last run
   */
  static int decode(byte[] bytes, int from, int end, int width, int n, int[] into) {
    if (width < 0 || width > 31) {
      throw new IllegalArgumentException("ids of " + width + " bits");
    }
    int p = from;
    int done = 0;
    while (done < n) {
      int header = 0;
      int shift = 0;
      byte b;
      do {
        b = bytes[p++];
        header |= (b & 127) << shift;
        shift += 7;
      } while (b < 0);
      int runs = header >>> 1;
      if (runs == 0) {
        throw new IllegalArgumentException("an empty run");
      }
      if ((header & 1) == 0) {
        int value = 0;
        for (int k = 0; k < width; k += 8) {
          value |= (bytes[p++] & 255) << k;
        }
        int last = Math.min(n - done, runs) + done;
        while (done < last) {
          into[done++] = value;
        }
      } else {
        int count = Math.min(n - done, runs > n / 8 ? n : runs * 8);
        unpack(bytes, p, width, count, into, done);
        done += count;
        // The last group may be truncated, because its padding is not needed.
        p = (int) Math.min(end, p + (long) runs * width);
      }
    }
    if (p > end) {
      throw new IllegalArgumentException("runs beyond their end");
    }
    return p;
  }

  private static void unpack(byte[] bytes, int from, int width, int count, int[] into, int at) {
    long mask = (1L << width) - 1;
    long bit = (long) from << 3;
    int lastWhole = bytes.length - 8;
    for (int i = 0; i < count; i++, bit += width) {
      int p = (int) (bit >>> 3);
      long word;
      if (p <= lastWhole) {
        word = (long) PlainValues.LONG.get(bytes, p);
      } else {
        word = 0;
        for (int k = 0; p + k < bytes.length && k < 8; k++) {
          word |= (bytes[p + k] & 255L) << (8 * k);
        }
      }
      into[at + i] = (int) (word >>> (bit & 7) & mask);
    }
  }
}
