package dev.gatehouse.areas.site.links;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;

/**
 * A short URL.
 *
 * @param id its key
 * @param clicks how often people have followed it, as far as that has been written down
 * @param flush the writing of clicks that was the last
 */
record ShortUrl(
    String id, @JsonUnwrapped Target target, @JsonUnwrapped Life life, long clicks, String flush) {

  /** The expiry of what does not expire: the end of the times that the contract knows. */
  static final Instant NEVER = Instant.parse("2200-01-01T00:00:00Z");

  /**
   * The place that it leads to.
   *
   * @param url in ASCII
   */
  record Target(String url, String description) {}

  /**
   * The time in which it is followed.
   *
   * @param expiresAt {@link #NEVER} for one that stays
   * @param listed until it is noted that it has expired
   */
  record Life(Instant createdAt, Instant expiresAt, boolean listed) {}

  boolean expired(Instant now) {
    return !life.expiresAt().isAfter(now);
  }

  /** The time of its expiry; null for one that stays. */
  Instant expiry() {
    return life.expiresAt().equals(NEVER) ? null : life.expiresAt();
  }
}
