package dev.gatehouse.formats;

import java.util.Set;

/**
 * Normalizes an address to its mailbox, as far as addresses show it. Most servers ignore the text
 * after a plus, and Gmail ignores dots. Used only for limits, so that a mailbox cannot be flooded
 * through its many addresses.
 */
public final class Mailbox {
  private static final Set<String> WITHOUT_DOTS = Set.of("gmail.com", "googlemail.com");

  private Mailbox() {}

  /**
   * @param email an address in lower case
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
