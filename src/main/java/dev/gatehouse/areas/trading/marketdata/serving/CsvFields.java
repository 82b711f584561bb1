package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.Bars;
import java.nio.charset.StandardCharsets;

/** Writes values of {@link Bars} as CSV fields. An absent value is an empty field. */
final class CsvFields {
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

  private CsvFields() {}

  static int number(byte[] to, int at, double value) {
    return Double.isNaN(value) ? at : NumberText.write(to, at, value);
  }

  static int text(byte[] to, int at, String value) {
    return value == null ? at : put(CsvText.field(value), to, at);
  }

  static int count(byte[] to, int at, long value) {
    return value == Bars.NONE ? at : NumberText.write(to, at, value);
  }

  static int flag(byte[] to, int at, long value) {
    if (value == Bars.NONE) {
      return at;
    }
    return put(value == 1 ? TRUE : FALSE, to, at);
  }

  private static int put(byte[] text, byte[] to, int at) {
    System.arraycopy(text, 0, to, at, text.length);
    return at + text.length;
  }
}
