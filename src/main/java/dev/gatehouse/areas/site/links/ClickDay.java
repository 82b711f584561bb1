package dev.gatehouse.areas.site.links;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * Clicks on one short URL, or on all, on one day (UTC).
 *
 * @param id the short URL and the date
 * @param link name of the short URL; empty for all
 * @param day begin of the day, by which the document is deleted
 * @param version number of writes
 */
record ClickDay(
    String id, String link, Instant day, @JsonUnwrapped ClickTally tally, long version) {
  /** Follows the short URL and its creation in an id. */
  private static final String SEPARATOR = "/";

  /**
   * Short URL and day of clicks.
   *
   * @param link {@link #link} of a short URL; empty for all
   */
  record Subject(String link, LocalDate date) {
    String id() {
      return ClickDay.id(link, date);
    }

    ClickDay empty() {
      return new ClickDay(
          id(), link, date.atStartOfDay(ZoneOffset.UTC).toInstant(), ClickTally.NONE, 0);
    }
  }

  /** Names a short URL. A new short URL with the key of a deleted one has another name. */
  static String link(ShortUrl url) {
    return url.id() + '@' + url.life().createdAt().toEpochMilli();
  }

  /** Returns the key of a named short URL. */
  static String key(String link) {
    return link.substring(0, link.indexOf('@'));
  }

  static String id(String link, LocalDate date) {
    return link + SEPARATOR + date;
  }

  LocalDate date() {
    return day.atOffset(ZoneOffset.UTC).toLocalDate();
  }

  ClickDay with(ClickTally changed) {
    return new ClickDay(id, link, day, changed, version + 1);
  }
}
