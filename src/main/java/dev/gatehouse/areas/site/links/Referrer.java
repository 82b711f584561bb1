package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.formats.PlainText;

/**
 * Page that contained a followed short URL. Only its host name is kept.
 *
 * @param direct true if the client sent no page
 * @param host absent if it is no domain name, or too long
 */
record Referrer(boolean direct, Optional<String> host) {
  private static final Pattern PAGE =
      Pattern.compile("(?is)https?://([a-z0-9.-]{1,100})(?::[0-9]{1,5})?(?:[/?#].*)?");

  /** Excludes IP addresses, which may be personal data, and names of a local network. */
  private static final Pattern DOMAIN =
      Pattern.compile("(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]");

  /** Returns the referrer from the value of the header; null if it was not sent. */
  static Referrer of(String header) {
    if (header == null || header.isBlank()) {
      return new Referrer(true, Optional.empty());
    }
    Matcher page = PAGE.matcher(header.strip());
    if (!page.matches()) {
      return new Referrer(false, Optional.empty());
    }
    return new Referrer(
        false, Optional.of(name(page.group(1))).filter(host -> DOMAIN.matcher(host).matches()));
  }

  private static String name(String host) {
    return PlainText.withoutEnd(".", host.toLowerCase(Locale.ROOT));
  }
}
