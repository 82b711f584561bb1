package dev.gatehouse.areas.codehost;

import java.util.regex.Pattern;

/** The addresses that replies show as links: pages of the web, and nothing that a browser runs. */
final class PageLink {
  private static final Pattern PAGE = Pattern.compile("https?://[^\\s\"<>]{1,2000}");

  private PageLink() {}

  static boolean is(String address) {
    return address != null && PAGE.matcher(address).matches();
  }

  /**
   * The address itself.
   *
   * @throws IllegalArgumentException when it is none
   */
  static String checked(String address) {
    if (!is(address)) {
      throw new IllegalArgumentException("invalid page URL");
    }
    return address;
  }
}
