package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.formats.PlainText;
import dev.gatehouse.settings.Section;

/**
 * Settings of links.
 *
 * @param shortUrl base of short URLs, without a slash at its end; empty for that of the service
 * @param maxHyperlinks maximum number of hyperlinks; further ones are rejected
 * @param maxShortUrls maximum number of short URLs, including expired ones
 * @param keepExpired time for which an expired short URL is kept, to report that it has expired
 * @param clickRetention time for which the statistics of clicks are kept
 * @param bots lower-case words in the User-Agent of bots
 */
public record LinkSettings(
    String shortUrl,
    int maxHyperlinks,
    int maxShortUrls,
    Duration keepExpired,
    Duration clickRetention,
    List<String> bots) {

  public static LinkSettings read(Section own) {
    return new LinkSettings(
        PlainText.withoutEnd("/", own.url("shortUrl")),
        own.number("maxHyperlinks", 1),
        own.number("maxShortUrls", 1),
        own.duration("expiredRetention"),
        own.duration("clickRetention"),
        own.list("bots").stream().map(word -> word.toLowerCase(Locale.ROOT)).toList());
  }
}
