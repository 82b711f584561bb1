package dev.gatehouse.contract;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Numbers as clients write them: exact, and never beyond what a double can hold. */
final class Numbers {
  /** Decimal exponents of the largest double and, roughly, of the smallest. */
  private static final int MAX_EXPONENT = 308;

  private static final int MIN_EXPONENT = -324;

  private Numbers() {}

  /**
   * The number, or null when the value is none.
   *
   * @throws Fault when it is beyond the range of a double: its digits alone could fill the memory
   */
  static Number finite(Object value) {
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

  /** Zero with its digits, unless there are absurdly many. */
  private static BigDecimal small(BigDecimal zero) {
    return Math.abs((long) zero.scale()) > MAX_EXPONENT ? BigDecimal.ZERO : zero;
  }

  /** The whole number, as a Long where it fits, or null when the value is none. */
  static Number whole(Object value) {
    Number number = finite(value);
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

  /** Negative below the span, positive above it, 0 within. */
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
