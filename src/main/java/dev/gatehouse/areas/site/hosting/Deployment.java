package dev.gatehouse.areas.site.hosting;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;

/**
 * One deployment, whoever hosts it.
 *
 * @param id the provider's
 * @param status queued, building, ready, failed, canceled, sleeping or unknown
 * @param url null where there is none
 * @param createdAt null where it is not told
 */
record Deployment(
    String id, @JsonUnwrapped Place place, String status, String url, Instant createdAt) {
  static final String UNKNOWN = "unknown";

  /**
   * The site that was deployed.
   *
   * @param project the provider's id of it; null where it is not told
   * @param name as people call it; null where it is not told
   * @param environment production, preview, or the provider's own word; null where it is not told
   */
  record Place(String provider, String project, String name, String environment) {}
}
