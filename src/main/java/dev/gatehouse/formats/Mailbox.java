package dev.gatehouse.formats;

import java.util.Set;

/**
 * The mailbox behind an address, as far as addresses tell: what stands behind a plus leads to the
 * same one with most servers, and the dots of a Gmail address do not count. For limits alone, so
 * that nobody's mailbox is filled by way of its many addresses.
 */
public final class Mailbox {
  private static final Set<String> WITHOUT_DOTS = Set.of("gmail.com", "googlemail.com");

  private Mailbox() {}

  /**
   * @param email an address in small letters
   */
  public static String of(String email) {
    int at = email.lastIndexOf('@');
    String name = email.substring(0, at);
    String host = email.substring(at + 1);
    int plus = name.indexOf('+');
    String plain = plus > 0 ? name.substring(0, plus) : name;
    return WITHOUT_DOTS.contains(host) ? plain.replace(".", "") + "@gmail.com" : plain + '@' + host;
  }
}
