package dev.gatehouse.areas.trading.marketdata.serving;

import java.nio.charset.StandardCharsets;

/**
 * Text fields of a CSV: quoted where they must be, and never a formula to the spreadsheet that
 * opens them.
 */
final class CsvText {
  private CsvText() {}

  static byte[] field(String text) {
    String safe = text;
    if (!text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0) {
      safe = "'" + text;
    }
    boolean quote = safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return (quote ? '"' + safe.replace("\"", "\"\"") + '"' : safe).getBytes(StandardCharsets.UTF_8);
  }
}
