package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;

/** Tests {@link AcceptableText} for every code point. */
class AcceptableTextTest {
  private static final List<Integer> BIDI =
      List.of(0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069);

  private static boolean isControl(int each) {
    return each < 0x20 || (each >= 0x7F && each < 0xA0);
  }

  private static boolean isSurrogate(int each) {
    return each >= 0xD800 && each <= 0xDFFF;
  }

  private static void holdsForAll(
      Predicate<String> accepts, String pattern, Predicate<Integer> expected) {
    Pattern published = Pattern.compile(pattern.replace("$", "\\z"));
    for (int each = 0; each <= Character.MAX_CODE_POINT; each++) {
      String text = "a" + Character.toString(each) + "b";
      boolean accepted = accepts.test(text);
      assertEquals(expected.test(each), accepted, Integer.toHexString(each));
      assertEquals(accepted, published.matcher(text).find(), Integer.toHexString(each));
    }
  }

  @Test
  void acceptsOneLine() {
    holdsForAll(
        AcceptableText::isLine,
        AcceptableText.LINE_PATTERN,
        each ->
            !isControl(each)
                && !isSurrogate(each)
                && !BIDI.contains(each)
                && each != 0x2028
                && each != 0x2029);
  }

  @Test
  void acceptsParagraphs() {
    holdsForAll(
        AcceptableText::isParagraph,
        AcceptableText.PARAGRAPH_PATTERN,
        each ->
            (!isControl(each) || List.of(0x9, 0xA, 0xD).contains(each))
                && !isSurrogate(each)
                && !BIDI.contains(each));
  }

  @Test
  void acceptsStorableTexts() {
    holdsForAll(
        AcceptableText::isStorable,
        AcceptableText.STORABLE_PATTERN,
        each -> each != 0 && !isSurrogate(each));
  }

  @Test
  void replacesUnacceptableCharacters() {
    String text = "a\tb\u202Ec\uD800d\u0000e\uD83D\uDE00";
    assertEquals("a b c d e\uD83D\uDE00", AcceptableText.toLine(text));
    assertEquals("a\tb c d e\uD83D\uDE00", AcceptableText.toParagraph(text));
  }

  @Test
  void recognizesUnicodeWhiteSpaceAsBlank() {
    assertTrue(AcceptableText.isBlank(""));
    assertTrue(AcceptableText.isBlank(" \t\u0085\u00A0\u1680\u2003\u202F\u205F\u3000"));
    assertFalse(AcceptableText.isBlank("\u00A0a"));
    assertFalse(AcceptableText.isBlank("\u200B"));
  }

  @Test
  void recognizesUtf8() {
    assertTrue(AcceptableText.isUtf8("é\uD83D\uDE00".getBytes(StandardCharsets.UTF_8)));
    assertFalse(AcceptableText.isUtf8("é".getBytes(StandardCharsets.ISO_8859_1)));
    assertFalse(AcceptableText.isUtf8(new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80}));
  }
}
