package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Words;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms of texts, and texts that spreadsheet programs run, or make numbers and dates of. */
class PlainTextTest {
  @Test
  void replacesEmptyTextsOnly() {
    assertEquals("a", PlainText.defaultIfEmpty("a", "b"));
    assertEquals("b", PlainText.defaultIfEmpty("", "b"));
    assertEquals("a", PlainText.emptyToNull("a"));
    assertNull(PlainText.emptyToNull(""));
    assertEquals(Optional.of("a"), PlainText.nonEmpty("a"));
    assertEquals(Optional.empty(), PlainText.nonEmpty(""));
    assertEquals(": a", PlainText.prefixed(": ", "a"));
    assertEquals("", PlainText.prefixed(": ", ""));
  }

  @ParameterizedTest
  @CsvSource({"abc, abc, abc", "abcd, abc, abc…", "a🎵b, a🎵b, a🎵b", "a🎵🎵🎵, a🎵🎵, a🎵🎵…"})
  void shortensByCodePoints(String text, String beginning, String abbreviated) {
    assertEquals(beginning, PlainText.beginning(text, 3));
    assertEquals(abbreviated, PlainText.abbreviated(text, 3));
  }

  @ParameterizedTest
  @CsvSource({"a/b/c, a", "a, a", "/b, ''", "'', ''"})
  void cutsAtTheFirstSeparator(String text, String before) {
    assertEquals(before, PlainText.before('/', text));
  }

  @ParameterizedTest
  @CsvSource({"a.md, a", "a.md.md, a.md", "a.mdx, a.mdx", ".md, ''", "'', ''"})
  void removesOneEnd(String text, String without) {
    assertEquals(without, PlainText.withoutEnd(".md", text));
  }

  @ParameterizedTest
  @CsvSource({
    "Große Brücken, grosse brucken", "STRASSE, strasse", "Ærø, aero", "Łódź, lodz",
    "Crème brûlée, creme brulee", "Þórður Ðe, thordur de", "ﬁne, fine", "Книга, книга"
  })
  void foldsLetters(String text, String folded) {
    assertEquals(folded, PlainText.folded(text));
  }

  @Test
  void findsPartsWithoutCaseAndAccents() {
    assertTrue(PlainText.isIn("BRUCKE", null, "Große Brücken"));
    assertFalse(PlainText.isIn("Brücke", null, "Tor"));
    assertFalse(PlainText.isIn("a"));
  }

  @ParameterizedTest
  @CsvSource({"/a, a", "//a, /a", "a/, a/", "/, ''", "'', ''"})
  void removesOneStart(String text, String without) {
    assertEquals(without, PlainText.withoutStart("/", text));
  }

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
  void keepsOtherCells(String text) {
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
  void keepsEmptyCell() {
    assertEquals("", SpreadsheetText.of(""));
    assertEquals("", SpreadsheetText.original(""));
  }
}
