package dev.gatehouse.formats;

import module java.base;

/**
 * Builder of the {@code mailto:} URI for one address (RFC 6068), which iCalendar uses for people.
 */
public final class Mailto {
  /**
   * Characters of an address that need no escape. These are RFC 3986's unreserved ones, and those
   * of RFC 6068's some-delims that an address can contain, including the @.
   */
  private static final String PLAIN =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~" + "!$'()*+,:@";

  private Mailto() {}

  public static String uri(String address) {
    var uri = new StringBuilder("mailto:");
    for (byte octet : address.getBytes(StandardCharsets.UTF_8)) {
      if (PLAIN.indexOf(octet) >= 0) {
        uri.append((char) octet);
      } else {
        uri.append(String.format(Locale.ROOT, "%%%02X", octet));
      }
    }
    return uri.toString();
  }
}
