package dev.gatehouse.areas.site.links;

import module java.base;

/**
 * A short URL.
 *
 * @param id its key
 * @param url its target, in ASCII
 * @param expiresAt {@link #NEVER} if it does not expire
 * @param listed true until a job marks it as expired
 * @param clicks number of clicks that were written to the document
 * @param flush name of the last write of clicks
 * @param history former targets, latest first
 */
record ShortUrl(
    String id,
    String url,
    String description,
    Instant createdAt,
    Instant expiresAt,
    boolean listed,
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
   * Former target of a short URL.
   *
   * @param until time of the change
   */
  record Earlier(String url, Instant until) {}

  /** Returns the short URL with another target and expiry. Its clicks are kept. */
  ShortUrl changed(String target, String text, Instant end, Instant now) {
    List<Earlier> all = new ArrayList<>(history);
    if (!target.equals(url)) {
      all.addFirst(new Earlier(url, now));
    }
    return new ShortUrl(
        id,
        target,
        text,
        createdAt,
        end,
        end.isAfter(now),
        clicks,
        flush,
        all.stream().limit(MAX_HISTORY).toList());
  }

  boolean expired(Instant now) {
    return !expiresAt.isAfter(now);
  }

  /** Returns the time of expiry; null if it does not expire. */
  Instant expiry() {
    return expiresAt.equals(NEVER) ? null : expiresAt;
  }
}
