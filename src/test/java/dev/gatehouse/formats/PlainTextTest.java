package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.*;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
}
