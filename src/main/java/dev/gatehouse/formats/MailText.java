package dev.gatehouse.formats;

import module java.base;

/** Checks of callers' texts before an area uses them in an email, and the mailbox of an address. */
public final class MailText {
  private static final int MAX_ADDRESS = 254;
  private static final int MAX_BEFORE_AT = 64;
  private static final Pattern ADDRESS =
      Pattern.compile(
          "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
              + "@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
              + "(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*");

  private static final Set<String> WITHOUT_DOTS = Set.of("gmail.com", "googlemail.com");
  private static final Pattern AMBIGUOUS = Pattern.compile("[\u00df\u1e9e\u03c2\u200c\u200d]");

  private MailText() {}

  /** Returns whether a text is an email address with a domain in ASCII or in Unicode. */
  public static boolean isAddress(String text) {
    return asciiAddress(text).isPresent();
  }

  /** Returns whether every SMTP server accepts the address: ASCII, one mailbox, no comments. */
  private static boolean isAscii(String text) {
    return text.length() <= MAX_ADDRESS
        && text.indexOf('@') <= MAX_BEFORE_AT
        && ADDRESS.matcher(text).matches();
  }

  /**
   * Returns an address with its domain in ASCII: {@code ann@bücher.example} becomes {@code
   * ann@xn--bcher-kva.example}. Empty for an invalid address.
   *
   * <p>IDNA 2003 and 2008 treat four characters differently: sharp s, final sigma and two joiners.
   * Domains with one of them are invalid, because the email could reach another domain.
   */
  public static Optional<String> asciiAddress(String text) {
    if (text == null || AMBIGUOUS.matcher(text).find()) {
      return Optional.empty();
    }
    try {
      int at = text.lastIndexOf('@');
      String domain = IDN.toASCII(text.substring(at + 1), IDN.USE_STD3_ASCII_RULES);
      return Optional.of(text.substring(0, at + 1) + domain).filter(MailText::isAscii);
    } catch (IllegalArgumentException noDomain) {
      return Optional.empty();
    }
  }

  /**
   * Returns the mailbox of an address, as far as addresses show it. Most servers ignore the text
   * after a plus, and Gmail ignores dots. Used only for limits, so that a mailbox cannot be flooded
   * through its many addresses.
   *
   * @param address in lower case
   */
  public static String mailbox(String address) {
    int at = address.lastIndexOf('@');
    String name = address.substring(0, at);
    String host = address.substring(at + 1);
    int plus = name.indexOf('+');
    String plain = plus > 0 ? name.substring(0, plus) : name;
    return WITHOUT_DOTS.contains(host) ? plain.replace(".", "") + "@gmail.com" : plain + '@' + host;
  }
}
