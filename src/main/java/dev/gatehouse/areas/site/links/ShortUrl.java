package dev.gatehouse.areas.site.links;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A short URL.
 *
 * @param id its key
 * @param clicks number of clicks that were written to the document
 * @param flush name of the last write of clicks
 * @param history former targets, latest first
 */
record ShortUrl(
    String id,
    @JsonUnwrapped Target target,
    @JsonUnwrapped Life life,
    long clicks,
    String flush,
    List<Earlier> history) {

  /** Maximum number of former targets that are kept. */
  private static final int MAX_HISTORY = 20;

  ShortUrl {
    history = Objects.requireNonNullElse(history, List.of());
  }

  /** Expiry of a short URL without expiry: the latest time that the contract permits. */
  static final Instant NEVER = Instant.parse("2200-01-01T00:00:00Z");

  /**
   * Target of a short URL.
   *
   * @param url in ASCII
   */
  record Target(String url, String description) {}

  /**
   * Creation, expiry and listing of a short URL.
   *
   * @param expiresAt {@link #NEVER} if it does not expire
   * @param listed true until a job marks the short URL as expired
   */
  record Life(Instant createdAt, Instant expiresAt, boolean listed) {}

  /**
   * Former target of a short URL.
   *
   * @param until time of the change
   */
  record Earlier(String url, Instant until) {}

  /** Returns the short URL with another target and life. Its clicks are kept. */
  ShortUrl changed(Target newer, Life longer, Instant now) {
    List<Earlier> all = new ArrayList<>(history);
    if (!newer.url().equals(target.url())) {
      all.addFirst(new Earlier(target.url(), now));
    }
    return new ShortUrl(id, newer, longer, clicks, flush, all.stream().limit(MAX_HISTORY).toList());
  }

  boolean expired(Instant now) {
    return !life.expiresAt().isAfter(now);
  }

  /** Returns the time of expiry; null if it does not expire. */
  Instant expiry() {
    return life.expiresAt().equals(NEVER) ? null : life.expiresAt();
  }
}
