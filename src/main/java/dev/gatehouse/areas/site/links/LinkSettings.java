package dev.gatehouse.areas.site.links;

import dev.gatehouse.settings.Section;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The settings of links.
 *
 * @param maxHyperlinks hyperlinks; one more is refused
 * @param maxShortUrls short URLs, expired ones among them
 * @param keepExpired the time for which an expired short URL is known to have been one
 * @param bots words in small letters by which programs are known that follow links by themselves
 */
public record LinkSettings(
    int maxHyperlinks, int maxShortUrls, Duration keepExpired, List<String> bots) {

  /** Reads the group {@code links}. */
  public static LinkSettings read(Section own) {
    return new LinkSettings(
        own.number("maxHyperlinks", 1),
        own.number("maxShortUrls", 1),
        own.duration("expiredRetention"),
        own.list("bots").stream().map(word -> word.toLowerCase(Locale.ROOT)).toList());
  }
}
