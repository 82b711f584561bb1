package dev.gatehouse.formats;

import module java.base;

/** Defaults and parts of a text, which several packages need. */
public final class PlainText {
  private static final Pattern MARKS = Pattern.compile("\\p{M}+");

  private static final int MORE_THAN_ASCII = 0x80;

  /** Letters that Unicode does not decompose. */
  private static final Map<String, String> LATIN =
      Map.of("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th");

  private PlainText() {}

  public static String defaultIfEmpty(String text, String otherwise) {
    return text.isEmpty() ? otherwise : text;
  }

  public static String emptyToNull(String text) {
    return defaultIfEmpty(text, null);
  }

  public static Optional<String> nonEmpty(String text) {
    return Optional.of(text).filter(known -> !known.isEmpty());
  }

  /** Returns a text with a prefix; empty if the text is empty. */
  public static String prefixed(String prefix, String text) {
    return text.isEmpty() ? "" : prefix + text;
  }

  /** Returns the beginning of a text, without splitting a code point. */
  public static String beginning(String text, int codePoints) {
    if (text.codePointCount(0, text.length()) <= codePoints) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, codePoints));
  }

  /** Returns a text for a message. An ellipsis replaces what exceeds a number of code points. */
  public static String abbreviated(String text, int codePoints) {
    String beginning = beginning(text, codePoints);
    return beginning.length() == text.length() ? text : beginning + '…';
  }

  /** Returns the part of a text before the first separator, or the whole text without one. */
  public static String before(char separator, String text) {
    int at = text.indexOf(separator);
    return at < 0 ? text : text.substring(0, at);
  }

  public static String withoutStart(String start, String text) {
    if (!text.startsWith(start)) {
      return text;
    }
    return text.substring(start.length());
  }

  public static String withoutEnd(String end, String text) {
    return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : text;
  }

  /**
   * Returns whether a text is part of others, without regard to case and accents.
   *
   * @param texts null for none
   */
  public static boolean isIn(String part, String... texts) {
    return Arrays.stream(texts)
        .filter(Objects::nonNull)
        .anyMatch(text -> folded(text).contains(folded(part)));
  }

  /** Returns a text in lower case and without accents, for searches and addresses. */
  public static String folded(String text) {
    return unaccented(text).toLowerCase(Locale.ROOT);
  }

  /** Returns a text without accents. Letters such as ß and Ø become those that resemble them. */
  public static String unaccented(String text) {
    String plain = MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFKD)).replaceAll("");
    if (plain.chars().allMatch(character -> character < MORE_THAN_ASCII)) {
      return plain;
    }
    for (Map.Entry<String, String> letter : LATIN.entrySet()) {
      String upper = letter.getKey().toUpperCase(Locale.ROOT);
      plain =
          plain
              .replace(letter.getKey(), letter.getValue())
              .replace(upper, letter.getValue().toUpperCase(Locale.ROOT));
    }
    return plain;
  }
}
