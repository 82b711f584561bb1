package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.ExactNumber;
import dev.gatehouse.formats.PlainText;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Parses single fields of a CSV record. Each method throws IllegalArgumentException with a reason.
 */
final class CsvCells {
  private CsvCells() {}

  static boolean isAbsent(CsvRecords records, int field) {
    int length = records.end(field) - records.start(field);
    if (length > 4) {
      return false;
    }
    String text = records.text(field);
    return text.isEmpty() || text.equalsIgnoreCase("null") || text.equalsIgnoreCase("nan");
  }

  /**
   * Returns whether a spreadsheet would run the cell: it starts with = or @, or with a sign that is
   * not followed by a number.
   */
  static boolean isFormula(CsvRecords records, int field) {
    int from = records.start(field);
    byte first = from == records.end(field) ? 0 : records.bytes()[from];
    if (first == '+' || first == '-') {
      return from + 1 < records.end(field)
          && !isDigit(records.bytes()[from + 1])
          && records.bytes()[from + 1] != '.'
          && records.bytes()[from + 1] != ',';
    }
    return first == '=' || first == '@';
  }

  /** Returns the first point or comma of a number, or 0 if it has neither. */
  static byte decimalMark(CsvRecords records, int field) {
    for (int at = records.start(field); at < records.end(field); at++) {
      byte b = records.bytes()[at];
      if (b == '.' || b == ',') {
        return b;
      }
    }
    return 0;
  }

  /**
   * Parses a decimal number with an optional exponent. Rejects the other forms that Java accepts.
   *
   * @param mark the decimal mark
   */
  static double number(CsvRecords records, int field, byte mark) {
    byte[] bytes = records.bytes();
    int at = records.start(field);
    int end = records.end(field);
    while (at < end && bytes[at] == ' ') {
      at++;
    }
    while (end > at && bytes[end - 1] == ' ') {
      end--;
    }
    int from = at;
    boolean negative = at < end && bytes[at] == '-';
    if (at < end && (negative || bytes[at] == '+')) {
      at++;
    }
    long digits = 0;
    int count = 0;
    int exponent = 0;
    boolean point = false;
    for (; at < end && (isDigit(bytes[at]) || (bytes[at] == mark && !point)); at++) {
      if (bytes[at] == mark) {
        point = true;
      } else {
        // More than 18 digits use the slow path.
        digits = count < 18 ? digits * 10 + bytes[at] - '0' : Long.MAX_VALUE;
        count++;
        if (point) {
          exponent--;
        }
      }
    }
    if (count == 0) {
      throw notANumber(bytes, from, end);
    }
    double quick = at == end ? Values.quick(digits, exponent) : Double.NaN;
    if (Double.isNaN(quick)) {
      double exact = slow(bytes, from, at, end);
      return negative && exact == 0 ? -0.0 : exact;
    }
    return Values.finite(negative ? -quick : quick);
  }

  static long flag(CsvRecords records, int field) {
    return switch (records.text(field).toLowerCase(Locale.ROOT)) {
      case "true", "t", "1", "yes" -> 1;
      case "false", "f", "0", "no" -> 0;
      default ->
          throw new IllegalArgumentException(
              "'" + PlainText.abbreviated(records.text(field), 30) + "' is neither true nor false");
    };
  }

  private static double slow(byte[] bytes, int from, int behindDigits, int end) {
    int at = behindDigits;
    if (at < end && (bytes[at] == 'e' || bytes[at] == 'E')) {
      at++;
      if (at < end && (bytes[at] == '-' || bytes[at] == '+')) {
        at++;
      }
      int first = at;
      while (at < end && isDigit(bytes[at])) {
        at++;
      }
      if (at == first) {
        at = -1;
      }
    }
    if (at != end || end - from > 400) {
      throw notANumber(bytes, from, end);
    }
    return ExactNumber.of(decimal(bytes, from, end));
  }

  private static BigDecimal decimal(byte[] bytes, int from, int end) {
    String text = new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
    try {
      return new BigDecimal(text.replace(',', '.'));
    } catch (NumberFormatException e) {
      // An exponent of more than nine digits.
      throw notANumber(bytes, from, end);
    }
  }

  /** Parses an integer, which may be written with an exponent or with zeros as a fraction. */
  static long count(CsvRecords records, int field, byte mark) {
    double number = number(records, field, mark);
    if (Math.abs(number) < ExactNumber.SAFE_UNSCALED) {
      return Values.count(number);
    }
    String text = records.text(field).strip();
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    return Values.count(decimal(bytes, 0, bytes.length));
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static IllegalArgumentException notANumber(byte[] bytes, int from, int end) {
    String text = new String(bytes, from, end - from, StandardCharsets.UTF_8);
    return new IllegalArgumentException(
        "'" + PlainText.abbreviated(text, 30) + "' is not a number");
  }
}
