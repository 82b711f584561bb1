package dev.gatehouse.areas.site.links;

import dev.gatehouse.settings.Section;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Settings of links.
 *
 * @param maxHyperlinks maximum number of hyperlinks; further ones are rejected
 * @param maxShortUrls maximum number of short URLs, including expired ones
 * @param keepExpired time for which an expired short URL is kept, to report that it has expired
 * @param clickRetention time for which the statistics of clicks are kept
 * @param bots lower-case words in the User-Agent of bots
 */
public record LinkSettings(
    int maxHyperlinks,
    int maxShortUrls,
    Duration keepExpired,
    Duration clickRetention,
    List<String> bots) {

  public static LinkSettings read(Section own) {
    return new LinkSettings(
        own.number("maxHyperlinks", 1),
        own.number("maxShortUrls", 1),
        own.duration("expiredRetention"),
        own.duration("clickRetention"),
        own.list("bots").stream().map(word -> word.toLowerCase(Locale.ROOT)).toList());
  }
}
