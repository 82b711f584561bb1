package dev.gatehouse.formats;

import java.util.regex.Pattern;

/** The rules for callers' texts before any area puts them into a mail. */
public final class MailText {
  private static final int MAX_ADDRESS = 254;
  private static final int MAX_BEFORE_AT = 64;
  private static final Pattern ADDRESS =
      Pattern.compile(
          "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
              + "@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
              + "(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*");

  private MailText() {}

  /** An e-mail address that any SMTP server takes: ASCII, one mailbox, no comments. */
  public static boolean isAddress(String text) {
    return text != null
        && text.length() <= MAX_ADDRESS
        && text.indexOf('@') <= MAX_BEFORE_AT
        && ADDRESS.matcher(text).matches();
  }

  /** No control characters, line separators or halves of a character pair: nothing ends a line. */
  public static boolean isOneLine(String text) {
    return text.codePoints().noneMatch(MailText::breaksLine);
  }

  private static boolean breaksLine(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }
}
