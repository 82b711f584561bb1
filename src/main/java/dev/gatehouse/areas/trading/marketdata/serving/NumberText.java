package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

/**
 * Writes numbers as the shortest decimal text that reads back as the same double. Whole numbers
 * have no fraction.
 */
final class NumberText {
  static final int MAX_BYTES = 26;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final short[] PAIRS = pairs();
  private static final long[] TENS = tens();
  // Below this bound, m / 10^k with an integer m is correctly rounded. A decimal with that many
  // digits then identifies its double uniquely.
  private static final double EXACT = 1e15;
  private static final double[] SCALES = {1e2, 1e4, 1e8};
  private static final long[] POWERS = {100, 10_000, 100_000_000};
  private static final int[] PLACES = {2, 4, 8};
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

  static int pair(byte[] to, int at, int value) {
    SHORT.set(to, at, PAIRS[value]);
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
    int fraction = (int) (scaled - whole * POWERS[k]);
    int end = p + 1 + PLACES[k];
    for (int q = end; q > p + 1; q -= 2) {
      int rest = fraction / 100;
      pair(to, q - 2, fraction - rest * 100);
      fraction = rest;
    }
    while (to[end - 1] == '0') {
      end--;
    }
    return end;
  }

  private static int digits(byte[] to, int at, long value) {
    int end = at + length(value);
    int p = end;
    long rest = value;
    while (rest > Integer.MAX_VALUE) {
      long next = rest / 100;
      p -= 2;
      pair(to, p, (int) (rest - next * 100));
      rest = next;
    }
    int small = (int) rest;
    while (small >= 100) {
      int next = small / 100;
      p -= 2;
      pair(to, p, small - next * 100);
      small = next;
    }
    if (small >= 10) {
      pair(to, p - 2, small);
    } else {
      to[p - 1] = (byte) ('0' + small);
    }
    return end;
  }

  private static int length(long value) {
    // Bits times log10(2) is the number of digits, or one less.
    int digits = ((64 - Long.numberOfLeadingZeros(value | 1)) * 1233) >>> 12;
    return value >= TENS[digits] ? digits + 1 : digits;
  }

  private static long[] tens() {
    // The first entry is 0, so that the number 0 has one digit.
    long[] tens = new long[19];
    long power = 1;
    for (int i = 1; i < tens.length; i++) {
      power *= 10;
      tens[i] = power;
    }
    return tens;
  }

  private static short[] pairs() {
    short[] pairs = new short[100];
    for (int i = 0; i < 100; i++) {
      pairs[i] = (short) (('0' + i / 10) | (('0' + i % 10) << 8));
    }
    return pairs;
  }
}
