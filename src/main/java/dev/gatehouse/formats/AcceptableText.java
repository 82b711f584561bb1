package dev.gatehouse.formats;

import module java.base;

/**
 * Definition of the text that clients and providers may supply. Texts are not normalized. Control
 * characters and unpaired surrogates break other programs. Bidirectional overrides and isolates
 * make a text look different from what it says.
 */
public final class AcceptableText {
  /** {@link #isLine} as a regular expression of ECMA-262 with the flag u. */
  public static final String LINE_PATTERN =
      "^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*$";

  /** {@link #isParagraph} as a regular expression of ECMA-262 with the flag u. */
  public static final String PARAGRAPH_PATTERN =
      "^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\u202A-\\u202E"
          + "\\u2066-\\u2069\\uD800-\\uDFFF]*$";

  /** {@link #isStorable} as a regular expression of ECMA-262 with the flag u. */
  public static final String STORABLE_PATTERN = "^[^\\u0000\\uD800-\\uDFFF]*$";

  private static final Pattern BLANK = Pattern.compile("\\p{IsWhite_Space}*");

  private AcceptableText() {}

  /**
   * Returns whether a text is one line: no control characters, line separators, unpaired surrogates
   * or bidirectional overrides and isolates.
   */
  public static boolean isLine(String text) {
    return text.codePoints().noneMatch(AcceptableText::isNoneOfLine);
  }

  /** Returns the text as one line, with a space for each character that a line may not have. */
  public static String toLine(String text) {
    return replaced(text, AcceptableText::isNoneOfLine);
  }

  /** Returns whether a text is a line that may also contain tabs and line breaks. */
  public static boolean isParagraph(String text) {
    return text.codePoints().noneMatch(AcceptableText::isNoneOfParagraph);
  }

  /** Returns the text with a space for each character that a paragraph may not have. */
  public static String toParagraph(String text) {
    return replaced(text, AcceptableText::isNoneOfParagraph);
  }

  private static String replaced(String text, IntPredicate isUnacceptable) {
    StringBuilder acceptable = new StringBuilder(text.length());
    text.codePoints()
        .forEach(each -> acceptable.appendCodePoint(isUnacceptable.test(each) ? ' ' : each));
    return acceptable.toString();
  }

  /**
   * Returns whether a text of a program, such as a log message, can be stored: no U+0000 and no
   * unpaired surrogates.
   */
  public static boolean isStorable(String text) {
    return text.codePoints().noneMatch(each -> each == 0 || isSurrogate(each));
  }

  /** Returns whether a text has only characters with the Unicode property White_Space. */
  public static boolean isBlank(String text) {
    return BLANK.matcher(text).matches();
  }

  /** Returns whether bytes are valid UTF-8. */
  public static boolean isUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static boolean isNoneOfLine(int character) {
    return isForbidden(character)
        || Character.isISOControl(character)
        || Character.getType(character) == Character.LINE_SEPARATOR
        || Character.getType(character) == Character.PARAGRAPH_SEPARATOR;
  }

  private static boolean isNoneOfParagraph(int character) {
    return isForbidden(character) || isBreakingControl(character);
  }

  private static boolean isBreakingControl(int character) {
    return Character.isISOControl(character)
        && character != '\t'
        && character != '\n'
        && character != '\r';
  }

  private static boolean isForbidden(int character) {
    boolean override = character >= 0x202A && character <= 0x202E;
    boolean isolate = character >= 0x2066 && character <= 0x2069;
    return override || isolate || isSurrogate(character);
  }

  /** Code points of a text include a surrogate only if it is unpaired. */
  private static boolean isSurrogate(int character) {
    return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
  }
}
