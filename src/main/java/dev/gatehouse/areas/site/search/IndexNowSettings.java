package dev.gatehouse.areas.site.search;

import module java.base;

import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.WebAddress;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.SettingsException;

/**
 * Settings of IndexNow.
 *
 * @param url of the search engine
 * @param site the site whose pages are submitted; empty if not configured
 * @param key the owner's key; empty to use a generated one
 * @param pages URLs of the pages that show a type of content, by the word for that type
 * @param period time between two submissions
 */
public record IndexNowSettings(
    String url,
    Optional<WebAddress> site,
    String key,
    Map<String, List<String>> pages,
    Duration period) {
  private static final String KEY = "|[A-Za-z0-9-]{8,128}";

  /**
   * Reads the group {@code indexnow}.
   *
   * @param publicUrl URL of the service, used as the site if none is configured
   */
  public static IndexNowSettings read(Section own, String publicUrl) {
    String site = own.url("site");
    Optional<WebAddress> address =
        address("indexnow.site", PlainText.defaultIfEmpty(site, publicUrl));
    return new IndexNowSettings(
        own.url("url"),
        address,
        own.text("key", KEY, "must have 8 to 128 letters, digits or hyphens"),
        pages(own.list("pages"), address),
        own.duration("period"));
  }

  private static Optional<WebAddress> address(String key, String text) {
    try {
      return PlainText.nonEmpty(text).map(site -> WebAddress.parse(site.replaceFirst("/+$", "")));
    } catch (IllegalArgumentException e) {
      throw new SettingsException(key + ' ' + e.getMessage());
    }
  }

  private static Map<String, List<String>> pages(List<String> entries, Optional<WebAddress> site) {
    Map<String, List<String>> pages = new LinkedHashMap<>();
    for (String entry : entries) {
      int sign = entry.indexOf('=');
      Check.that(sign > 0, "indexnow.pages must be of the form hyperlinks=https://…");
      Optional<WebAddress> page = address("indexnow.pages", entry.substring(sign + 1).strip());
      Check.that(
          page.isPresent() && site.filter(own -> own.host().equals(page.get().host())).isPresent(),
          "indexnow.pages must be pages of indexnow.site");
      pages.merge(
          entry.substring(0, sign).strip(),
          List.of(page.get().text()),
          (some, more) -> {
            var all = new TreeSet<>(some);
            all.addAll(more);
            return List.copyOf(all);
          });
    }
    return pages;
  }

  /** Returns the URL of the key file; empty if no site is configured. */
  Optional<String> keyLocation(String key) {
    return site.map(address -> address.text() + '/' + key + ".txt");
  }
}
