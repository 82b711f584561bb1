package dev.gatehouse.contract;

import module java.base;

/** Parser of clients' numbers, which are kept exactly and within the range of a double. */
final class Numbers {
  /** Decimal exponents of the largest double and, approximately, of the smallest. */
  private static final int MAX_EXPONENT = 308;

  private static final int MIN_EXPONENT = -324;

  /** Digits of a stored decimal (IEEE 754 decimal128). */
  private static final int MAX_DIGITS = 34;

  private Numbers() {}

  /**
   * Returns the value as a number that can be stored exactly; null if it has another type.
   *
   * @throws Fault if it exceeds the range of a double or has more than 34 significant digits
   */
  static Number finite(Object value) {
    Number number = inRange(value);
    if (number instanceof BigDecimal decimal && decimal.precision() > MAX_DIGITS) {
      BigDecimal stripped = decimal.stripTrailingZeros();
      if (stripped.precision() > MAX_DIGITS) {
        throw new Fault("must have at most " + MAX_DIGITS + " significant digits");
      }
      return stripped;
    }
    return number;
  }

  /**
   * Returns the value as a number; null if it has another type.
   *
   * @throws Fault if it exceeds the range of a double, because its digits could fill the memory
   */
  private static Number inRange(Object value) {
    return switch (value) {
      case Integer whole -> whole;
      case Long whole -> whole;
      case BigInteger whole -> finite(new BigDecimal(whole));
      case BigDecimal decimal when decimal.signum() == 0 -> small(decimal);
      case BigDecimal decimal -> finite(decimal);
      case Double number when Double.isFinite(number) -> number;
      case Number number -> throw notFinite();
      case null, default -> null;
    };
  }

  private static BigDecimal finite(BigDecimal decimal) {
    long exponent = (long) decimal.precision() - decimal.scale() - 1;
    if (exponent < MIN_EXPONENT
        || exponent > MAX_EXPONENT
        || Double.isInfinite(decimal.doubleValue())) {
      throw notFinite();
    }
    return decimal;
  }

  /** Returns zero with its scale, or plain zero if the scale is excessive. */
  private static BigDecimal small(BigDecimal zero) {
    return Math.abs((long) zero.scale()) > MAX_EXPONENT ? BigDecimal.ZERO : zero;
  }

  /** Returns the value as an integer, a Long if it fits; null if it is not an integer. */
  static Number whole(Object value) {
    Number number = inRange(value);
    if (number instanceof BigDecimal decimal) {
      BigDecimal plain = decimal.stripTrailingZeros();
      if (plain.scale() > 0) {
        return null;
      }
      BigInteger whole = plain.toBigInteger();
      return whole.bitLength() < Long.SIZE ? (Number) whole.longValue() : whole;
    }
    return number instanceof Double ? null : number;
  }

  /** Returns a negative value below the range, a positive value above it, 0 within. */
  static int side(Number whole, long min, long max) {
    if (whole instanceof BigInteger big) {
      return big.signum();
    }
    long value = whole.longValue();
    return value < min ? -1 : Boolean.compare(value > max, false);
  }

  static BigDecimal exact(Number number) {
    return switch (number) {
      case BigDecimal decimal -> decimal;
      case Double inexact -> BigDecimal.valueOf(inexact);
      default -> BigDecimal.valueOf(number.longValue());
    };
  }

  private static Fault notFinite() {
    return new Fault("must be a finite number");
  }
}
