package dev.gatehouse.areas.codehost;

import java.util.regex.Pattern;

/**
 * Validates URLs that replies show as links. Only web pages are valid, because a browser could
 * execute other schemes.
 */
final class PageLink {
  private static final Pattern PAGE = Pattern.compile("https?://[^\\s\"<>]{1,2000}");

  private PageLink() {}

  static boolean is(String address) {
    return address != null && PAGE.matcher(address).matches();
  }

  /**
   * Returns the address.
   *
   * @throws IllegalArgumentException if it is not the address of a web page
   */
  static String checked(String address) {
    if (!is(address)) {
      throw new IllegalArgumentException("invalid page URL");
    }
    return address;
  }
}
