package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

/**
 * Writes numbers as the shortest decimal text that reads back as the same double. Whole numbers
 * have no fraction.
 */
final class NumberText {
  static final int MAX_BYTES = 26;

  // Below this bound, m / 10^k with an integer m is correctly rounded. A decimal with that many
  // digits then identifies its double uniquely.
  private static final double EXACT = 1e15;
  private static final double[] SCALES = {1e2, 1e4, 1e8};
  private static final double ROUNDING = 0x1p-51;

  private NumberText() {}

  static int write(byte[] to, int at, double value) {
    double magnitude = Math.abs(value);
    if (magnitude < EXACT && magnitude == (long) magnitude) {
      int p = at;
      if (value < 0 || 1 / value < 0) {
        to[p++] = '-';
      }
      return digits(to, p, (long) magnitude);
    }
    for (int k = 0; k < SCALES.length; k++) {
      double scaled = magnitude * SCALES[k];
      double whole = Math.rint(scaled);
      // The first comparison takes a quarter of the second's time, and most doubles with many
      // digits fail it.
      if (Math.abs(scaled - whole) <= scaled * ROUNDING
          && whole < EXACT
          && whole / SCALES[k] == magnitude) {
        return decimal(to, at, value < 0, magnitude, (long) whole, k);
      }
    }
    return javas(to, at, Double.toString(value));
  }

  // The only way to get a String's bytes without copying them. All characters are ASCII.
  @SuppressWarnings("deprecation")
  private static int javas(byte[] to, int at, String text) {
    text.getBytes(0, text.length(), to, at);
    return at + text.length();
  }

  static int write(byte[] to, int at, long value) {
    if (value >= 0) {
      return digits(to, at, value);
    }
    if (value == Long.MIN_VALUE) {
      return javas(to, at, Long.toString(value));
    }
    to[at] = '-';
    return digits(to, at + 1, -value);
  }

  /** Writes a number of two digits. */
  static int pair(byte[] to, int at, int value) {
    to[at] = (byte) ('0' + value / 10);
    to[at + 1] = (byte) ('0' + value % 10);
    return at + 2;
  }

  private static int decimal(
      byte[] to, int at, boolean negative, double magnitude, long scaled, int k) {
    int p = at;
    if (negative) {
      to[p++] = '-';
    }
    long whole = (long) magnitude;
    p = digits(to, p, whole);
    to[p] = '.';
    int fraction = (int) (scaled - whole * (long) SCALES[k]);
    int end = p + 1 + (2 << k);
    for (int q = end - 1; q > p; q--) {
      to[q] = (byte) ('0' + fraction % 10);
      fraction /= 10;
    }
    while (to[end - 1] == '0') {
      end--;
    }
    return end;
  }

  private static int digits(byte[] to, int at, long value) {
    int end = at + 1;
    for (long rest = value / 10; rest > 0; rest /= 10) {
      end++;
    }
    long rest = value;
    for (int p = end - 1; p >= at; p--) {
      long next = rest / 10;
      to[p] = (byte) ('0' + (rest - next * 10));
      rest = next;
    }
    return end;
  }
}
