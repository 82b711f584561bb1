package dev.gatehouse.trading.market.serving;

import java.nio.charset.StandardCharsets;

/**
 * Numbers as the shortest decimal text that reads back as the same double; whole ones without a
 * fraction.
 */
final class NumberText {
  /** No number takes more bytes. */
  static final int MAX_BYTES = 26;

  private static final byte[] PAIRS = pairs();
  // Below this, m / 10^k with m an integer is correctly rounded and a decimal of so few digits is
  // the only one of its double.
  private static final double EXACT = 1e15;
  private static final double[] SCALES = {1e2, 1e4, 1e6, 1e8};

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
      double scale = SCALES[k];
      double scaled = magnitude * scale;
      if (scaled >= EXACT) {
        break;
      }
      long whole = (long) (scaled + 0.5);
      if (whole / scale == magnitude) {
        return decimal(to, at, value < 0, whole, 2 * k + 2);
      }
    }
    byte[] text = Double.toString(value).getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(text, 0, to, at, text.length);
    return at + text.length;
  }

  static int write(byte[] to, int at, long value) {
    if (value >= 0) {
      return digits(to, at, value);
    }
    if (value == Long.MIN_VALUE) {
      byte[] text = Long.toString(value).getBytes(StandardCharsets.ISO_8859_1);
      System.arraycopy(text, 0, to, at, text.length);
      return at + text.length;
    }
    to[at] = '-';
    return digits(to, at + 1, -value);
  }

  /** Two digits, 00 to 99. */
  static int pair(byte[] to, int at, int value) {
    to[at] = PAIRS[2 * value];
    to[at + 1] = PAIRS[2 * value + 1];
    return at + 2;
  }

  private static int decimal(byte[] to, int at, boolean negative, long scaled, int places) {
    int p = at;
    if (negative) {
      to[p++] = '-';
    }
    long power = 1;
    for (int i = 0; i < places; i++) {
      power *= 10;
    }
    long whole = scaled / power;
    long fraction = scaled - whole * power;
    p = digits(to, p, whole);
    to[p] = '.';
    int end = p + 1 + places;
    for (int q = end; q > p + 1; q -= 2) {
      pair(to, q - 2, (int) (fraction % 100));
      fraction /= 100;
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
    int length = 1;
    for (long bound = 10; value >= bound && length < 19; bound *= 10) {
      length++;
    }
    return length;
  }

  private static byte[] pairs() {
    byte[] pairs = new byte[200];
    for (int i = 0; i < 100; i++) {
      pairs[2 * i] = (byte) ('0' + i / 10);
      pairs[2 * i + 1] = (byte) ('0' + i % 10);
    }
    return pairs;
  }
}
