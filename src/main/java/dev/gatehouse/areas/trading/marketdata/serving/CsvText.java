package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.formats.SpreadsheetText;
import java.nio.charset.StandardCharsets;

/**
 * Writes text fields of a CSV. Quotes them where necessary, and prevents a spreadsheet from
 * interpreting them as formulas.
 */
final class CsvText {
  private CsvText() {}

  static byte[] field(String text) {
    String safe = SpreadsheetText.of(text);
    boolean quote = safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return (quote ? '"' + safe.replace("\"", "\"\"") + '"' : safe).getBytes(StandardCharsets.UTF_8);
  }
}
