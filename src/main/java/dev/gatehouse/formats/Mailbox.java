package dev.gatehouse.formats;

import module java.base;

/**
 * Mailbox of a sender.
 *
 * @param name display name without quotation marks; empty for none
 * @param address with its domain in ASCII
 */
public record Mailbox(String name, String address) {
  /**
   * Parses an address, or {@code Name <address>} with any printable characters in the name; empty
   * for other text.
   */
  public static Optional<Mailbox> parse(String text) {
    String plain = text.strip();
    int open = plain.endsWith(">") ? plain.lastIndexOf('<') : -1;
    String name = open < 0 ? "" : unquoted(plain.substring(0, open).strip());
    String address = open < 0 ? plain : plain.substring(open + 1, plain.length() - 1);
    return MailText.asciiAddress(address.strip())
        .filter(ascii -> AcceptableText.isLine(name))
        .map(ascii -> new Mailbox(name, ascii));
  }

  private static String unquoted(String name) {
    boolean quoted = name.length() >= 2 && name.startsWith("\"") && name.endsWith("\"");
    return quoted ? name.substring(1, name.length() - 1).replaceAll("\\\\(.)", "$1") : name;
  }

  /** Returns the part after the @, in lower case. */
  public String domain() {
    return address.substring(address.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
  }
}
