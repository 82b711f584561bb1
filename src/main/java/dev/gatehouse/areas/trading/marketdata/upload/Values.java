package dev.gatehouse.areas.trading.marketdata.upload;

import java.math.BigDecimal;

/** Checks single values of an upload. Each method throws IllegalArgumentException with a reason. */
final class Values {
  /** Not every larger whole number can be represented exactly as a double. */
  static final long MAX_EXACT = 1L << 53;

  static final int MAX_TEXT_BYTES = 256;
  private static final double[] POWERS = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22
  };

  private Values() {}

  static double finite(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(value + " is not a number");
    }
    return value;
  }

  static double exact(long value) {
    if (value > MAX_EXACT || value < -MAX_EXACT) {
      throw new IllegalArgumentException(value + " is too large to be stored exactly");
    }
    return value;
  }

  static long whole(double value) {
    if (value != Math.rint(value) || Math.abs(value) > MAX_EXACT) {
      throw new IllegalArgumentException(value + " is not a whole number");
    }
    return (long) value;
  }

  /** Returns the double nearest to {@code unscaled / 10^scale}. */
  static double decimal(long unscaled, int scale) {
    if (Math.abs(unscaled) <= MAX_EXACT && scale < POWERS.length) {
      return unscaled / POWERS[scale];
    }
    return BigDecimal.valueOf(unscaled, scale).doubleValue();
  }

  /**
   * Returns the double nearest to {@code digits * 10^exponent}, or NaN if that needs more than one
   * rounding.
   */
  static double quick(long digits, int exponent) {
    if (digits > MAX_EXACT || Math.abs(exponent) >= POWERS.length) {
      return Double.NaN;
    }
    return exponent < 0 ? digits / POWERS[-exponent] : digits * POWERS[exponent];
  }

  static String text(String value) {
    if (value.length() > MAX_TEXT_BYTES / 4) {
      throw new IllegalArgumentException(
          "a text of more than " + MAX_TEXT_BYTES / 4 + " characters");
    }
    if (value.chars().anyMatch(c -> c < ' ' || c == 127 || c == 0xFFFD)) {
      throw new IllegalArgumentException("a text with control or malformed characters");
    }
    return value;
  }
}
