package dev.gatehouse.http.exchange;

import dev.gatehouse.formats.HttpDate;
import io.vertx.core.MultiMap;
import java.time.Instant;

/**
 * Validators that distinguish the representations of a resource.
 *
 * @param exists whether there is a representation at all
 * @param etag as in its header; null if absent
 * @param lastModified null if unknown
 */
public record Validators(boolean exists, String etag, Instant lastModified) {
  /** Validators of a missing resource. */
  public static final Validators NONE = new Validators(false, null, null);

  /** Returns the validators in a reply's headers. */
  public static Validators of(MultiMap headers) {
    String modified = headers.get(HeaderNames.LAST_MODIFIED);
    return new Validators(
        true,
        headers.get(HeaderNames.ETAG),
        modified == null ? null : HttpDate.parse(modified).orElse(null));
  }
}
