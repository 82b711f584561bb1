package dev.gatehouse.areas.trading.marketdata;

import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * A bar with one odd value.
 *
 * @param column the column of the odd value; another column than timeUtc has plain values
 * @param number its exact value; null for texts and times, and for what is not a number
 * @param text its form in an upload
 */
record OddRow(Column column, Instant time, BigDecimal number, String text) {
  private static final BigDecimal MAX_COUNT = new BigDecimal("9007199254740991");

  private static final int MAX_DIGITS = 34;

  static OddRow ofNumber(Column column, Instant time, String text) {
    return new OddRow(column, time, parsed(text), text);
  }

  private static BigDecimal parsed(String text) {
    try {
      boolean ascii = text.chars().allMatch(c -> c < 128);
      return ascii ? new BigDecimal(text.strip()) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Returns whether the service can store the value without changing it. */
  boolean isStorable() {
    if (column == Column.TIME_UTC) {
      return time.getNano() % 1000 == 0;
    }
    if (number == null) {
      return false;
    }
    if (number.precision() > MAX_DIGITS) {
      // JSON is limited to 34 digits; files are not.
      return false;
    }
    return column == Column.TRADE_COUNT
        ? isInteger(number) && number.abs().compareTo(MAX_COUNT) <= 0
        : isWritten(number, number.doubleValue());
  }

  /** Returns whether a double has exactly this value. */
  boolean isExact() {
    return number != null && new BigDecimal(number.doubleValue()).compareTo(number) == 0;
  }

  /** Returns what differs in a served data point; null if nothing does. */
  String difference(JsonObject point) {
    if (!time.equals(Instant.parse(point.getString("timeUtc")))) {
      return "time " + point.getString("timeUtc");
    }
    Object served = point.getValue(column.wireName());
    if (column == Column.TIME_UTC) {
      return null;
    }
    boolean same =
        switch (served) {
          case null -> isAbsent();
          case Number value when number == null -> false;
          case Number value when column == Column.TRADE_COUNT ->
              number.compareTo(new BigDecimal(value.toString())) == 0;
          case Number value -> isWritten(number, value.doubleValue());
          default -> text.equals(served) || spaceless(text).equals(served);
        };
    return same ? null : "served " + served;
  }

  private boolean isAbsent() {
    String plain = text == null ? "" : spaceless(text);
    return plain.isEmpty() || plain.equalsIgnoreCase("null") || plain.equalsIgnoreCase("nan");
  }

  /** Returns a text without the spaces around it, which CSV ignores. */
  private static String spaceless(String text) {
    return text.replaceAll("^ +| +$", "");
  }

  private static boolean isInteger(BigDecimal value) {
    return value.signum() == 0 || value.stripTrailingZeros().scale() <= 0;
  }

  /** Returns whether a decimal is a double, written with the decimal's number of digits. */
  private static boolean isWritten(BigDecimal decimal, double value) {
    if (!Double.isFinite(value)) {
      return false;
    }
    BigDecimal plain = decimal.stripTrailingZeros();
    BigDecimal error = new BigDecimal(value).subtract(plain).abs();
    return decimal.signum() == 0
        ? value == 0
        : value != 0 && error.compareTo(BigDecimal.valueOf(5, plain.scale() + 1)) <= 0;
  }
}
