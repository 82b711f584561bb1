package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Words;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that spreadsheet programs run, or make numbers and dates of. */
class SpreadsheetTextTest {
  @ParameterizedTest
  @ValueSource(strings = {"=1+1", "+49 30", "-1", "@SUM", "\ttab", "\rreturn"})
  void marksFormulas(String text) {
    assertEquals("'" + text, SpreadsheetText.of(text));
    assertEquals("'" + text, SpreadsheetText.ofCode(text));
    assertEquals(text, SpreadsheetText.original("'" + text));
    assertEquals(text, SpreadsheetText.original(text));
  }

  @ParameterizedTest
  @Words(
      """
      0012 00 123456789012 1E5 1e5 10-12 3/4 1.50 1,5 12:30
      """)
  void marksCodesThatWouldChange(String code) {
    assertEquals(code, SpreadsheetText.of(code));
    assertEquals("'" + code, SpreadsheetText.ofCode(code));
    assertEquals(code, SpreadsheetText.original("'" + code));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "7", "12345678901", "XL", "TEE-01", "5x7", "'90s", "'", "a=b"})
  void keepsOtherTexts(String text) {
    assertEquals(text, SpreadsheetText.of(text));
    assertEquals(text, SpreadsheetText.ofCode(text));
    assertEquals(text, SpreadsheetText.original(text));
  }

  @ParameterizedTest
  @CsvSource({"'''68', '''68'", "'''0', '''0'"})
  void keepsApostropheBeforeNumberThatWouldNotChange(String cell, String text) {
    assertEquals(text, SpreadsheetText.original(cell));
  }

  @Test
  void keepsEmptyText() {
    assertEquals("", SpreadsheetText.of(""));
    assertEquals("", SpreadsheetText.original(""));
  }
}
