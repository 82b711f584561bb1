package dev.gatehouse.settings;

/** Quotation marks around a whole value, which some programs keep. */
final class QuotedValue {
  private QuotedValue() {}

  /** Returns whether a value is within quotation marks of the keyboard. */
  static boolean isQuoted(String value) {
    int last = value.length() - 1;
    return last > 0
        && (value.charAt(0) == '"' || value.charAt(0) == '\'')
        && value.charAt(last) == value.charAt(0);
  }

  /** Returns whether a value is within quotation marks of a word processor. */
  static boolean hasTypographic(String value) {
    int last = value.length() - 1;
    return last > 0
        && "\u201c\u201e\u2018\u00ab\u201d".indexOf(value.charAt(0)) >= 0
        && "\u201d\u201c\u2019\u00bb".indexOf(value.charAt(last)) >= 0;
  }
}
