package dev.gatehouse.areas.site.links;

import java.time.Instant;

/**
 * Content of the page that shows where a short URL leads.
 *
 * @param address of the short URL
 * @param expiresAt null if it does not expire
 */
public record ShortUrlPreview(
    String key, String address, Target target, Instant createdAt, Instant expiresAt) {
  /** Target with its host, which visitors should check. */
  public record Target(String url, String host, String description) {}
}
