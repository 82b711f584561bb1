package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.PlainText;
import java.math.BigDecimal;

/** Checks single values of an upload. Each method throws IllegalArgumentException with a reason. */
final class Values {
  /** Maximum of counts, as in the contract. Other integers become the same double as another. */
  static final long MAX_COUNT = (1L << 53) - 1;

  static final int MAX_TEXT_BYTES = 256;

  /** Replacement character of decoders for malformed bytes. */
  private static final char MALFORMED = 0xFFFD;

  private Values() {}

  static double finite(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(value + " is not a number");
    }
    return value;
  }

  static long count(long value) {
    if (value > MAX_COUNT || value < -MAX_COUNT) {
      throw new IllegalArgumentException(
          value + " is not between " + -MAX_COUNT + " and " + MAX_COUNT);
    }
    return value;
  }

  static long count(double value) {
    if (value != Math.rint(value) || Math.abs(value) > MAX_COUNT) {
      throw new IllegalArgumentException(value + " is not an integer");
    }
    return (long) value;
  }

  static long count(BigDecimal value) {
    if (value.signum() != 0 && value.stripTrailingZeros().scale() > 0) {
      throw new IllegalArgumentException(value + " is not an integer");
    }
    try {
      return count(value.longValueExact());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "an integer is not between " + -MAX_COUNT + " and " + MAX_COUNT, e);
    }
  }

  /** Requires that a file contains only the symbol that it was uploaded for. */
  static void symbol(String found, String symbol) {
    if (!found.strip().equalsIgnoreCase(symbol)) {
      String shown = PlainText.abbreviated(found, 30);
      throw new IllegalArgumentException("symbol '" + shown + "' in a file for '" + symbol + "'");
    }
  }

  static String text(String value) {
    if (value.length() > MAX_TEXT_BYTES / 4) {
      throw new IllegalArgumentException(
          "a text of more than " + MAX_TEXT_BYTES / 4 + " characters");
    }
    if (!AcceptableText.isLine(value) || value.indexOf(MALFORMED) >= 0) {
      throw new IllegalArgumentException("a text with control or malformed characters");
    }
    return value;
  }
}
