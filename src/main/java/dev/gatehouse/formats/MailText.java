package dev.gatehouse.formats;

import java.net.IDN;
import java.util.Optional;
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

  private static final Pattern AMBIGUOUS = Pattern.compile("[\u00df\u1e9e\u03c2\u200c\u200d]");

  private MailText() {}

  /** An e-mail address that any SMTP server takes: ASCII, one mailbox, no comments. */
  public static boolean isAddress(String text) {
    return text != null
        && text.length() <= MAX_ADDRESS
        && text.indexOf('@') <= MAX_BEFORE_AT
        && ADDRESS.matcher(text).matches();
  }

  /**
   * The address with its domain as DNS has it: {@code ann@bücher.example} becomes {@code
   * ann@xn--bcher-kva.example}. Empty where it is no address. Domains with one of the four
   * characters that IDNA 2003 and 2008 take differently (the sharp s, the final sigma, two joiners)
   * are none: the mail could go to somebody else's.
   */
  public static Optional<String> asciiAddress(String text) {
    int at = text.lastIndexOf('@');
    if (at < 0 || AMBIGUOUS.matcher(text).find()) {
      return Optional.empty();
    }
    try {
      String domain = IDN.toASCII(text.substring(at + 1), IDN.USE_STD3_ASCII_RULES);
      return Optional.of(text.substring(0, at + 1) + domain).filter(MailText::isAddress);
    } catch (IllegalArgumentException noDomain) {
      return Optional.empty();
    }
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
