package dev.gatehouse.http.exchange;

import dev.gatehouse.formats.HttpDate;
import io.vertx.core.MultiMap;
import java.time.Instant;

/**
 * That by which one representation of a resource is told from another.
 *
 * @param exists whether there is a representation at all
 * @param etag as its header has it; null without one
 * @param lastModified null if unknown
 */
public record Validators(boolean exists, String etag, Instant lastModified) {
  /** Nothing is there. */
  public static final Validators NONE = new Validators(false, null, null);

  /** Those that a reply carries. */
  public static Validators of(MultiMap headers) {
    String modified = headers.get(HeaderNames.LAST_MODIFIED);
    return new Validators(
        true,
        headers.get(HeaderNames.ETAG),
        modified == null ? null : HttpDate.parse(modified).orElse(null));
  }
}
