package dev.gatehouse.areas.trading.marketdata;

import dev.gatehouse.formats.PlainText;
import java.math.BigDecimal;

/**
 * Conversion of decimals to doubles that changes no digit. A decimal is accepted if the nearest
 * double, written with the same number of digits, is the decimal again. Decimals of up to 15 digits
 * always are, and so is everything that a program wrote from a double. Throws
 * IllegalArgumentException for other numbers.
 */
public final class ExactNumber {
  /** Every decimal with this number of digits differs from its neighbors as a double. */
  private static final int SAFE_DIGITS = 15;

  private static final int MAX_SHOWN = 40;

  private ExactNumber() {}

  public static double of(BigDecimal value) {
    double nearest = value.doubleValue();
    if (!Double.isFinite(nearest)) {
      throw new IllegalArgumentException(nearest + " is not a number");
    }
    if (!isPrecise(value, nearest)) {
      throw tooPrecise(value.toString());
    }
    return nearest;
  }

  public static double of(long value) {
    double nearest = value;
    if (nearest >= 0x1p63 || (long) nearest != value) {
      throw tooPrecise(Long.toString(value));
    }
    return nearest;
  }

  private static boolean isPrecise(BigDecimal value, double nearest) {
    if (value.signum() == 0) {
      return true;
    }
    if (nearest == 0) {
      return false;
    }
    BigDecimal plain = value.stripTrailingZeros();
    int digits = plain.precision();
    if (digits <= SAFE_DIGITS && Math.abs(nearest) >= Double.MIN_NORMAL) {
      return true;
    }
    // Programs round ties up or to the even digit.
    BigDecimal halfOfLastDigit = BigDecimal.valueOf(5, plain.scale() + 1);
    return new BigDecimal(nearest).subtract(plain).abs().compareTo(halfOfLastDigit) <= 0;
  }

  private static IllegalArgumentException tooPrecise(String text) {
    String shown = PlainText.abbreviated(text, MAX_SHOWN);
    return new IllegalArgumentException(shown + " has more digits than a 64-bit number holds");
  }
}
