package dev.gatehouse.areas.site.hosting;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * Deployment at any provider.
 *
 * @param id the provider's
 * @param project the provider's id of the deployed site; null if unknown
 * @param name its display name; null if unknown
 * @param environment production, preview, or the provider's own term; null if unknown
 * @param status queued, building, ready, failed, canceled, sleeping or unknown
 * @param url null if absent
 * @param createdAt null if unknown
 * @param commit of a deployment that the owner has reported; null if unknown
 */
record Deployment(
    String id,
    String provider,
    String project,
    String name,
    String environment,
    String status,
    String url,
    Instant createdAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) String commit) {
  static final String UNKNOWN = "unknown";
}
