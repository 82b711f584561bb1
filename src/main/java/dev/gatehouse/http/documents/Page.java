package dev.gatehouse.http.documents;

import dev.gatehouse.http.exchange.Digests;
import io.vertx.core.buffer.Buffer;

/**
 * A document that is served as it is, and what browsers are told of it.
 *
 * @param policy its Content-Security-Policy; empty for that of all replies
 */
public record Page(Buffer bytes, String type, String etag, String caching, String policy) {
  static final String HTML = "text/html; charset=utf-8";
  static final String SCRIPT = "text/javascript; charset=utf-8";
  static final String STYLE = "text/css; charset=utf-8";
  static final String PNG = "image/png";

  /** A page that may change with the next release. */
  static Page of(Buffer bytes, String type, String policy) {
    return new Page(bytes, type, tag(bytes), "public, max-age=300", policy);
  }

  /** A page that browsers ask for each time, since it names files that another release has not. */
  static Page fresh(Buffer bytes, String type, String policy) {
    return new Page(bytes, type, tag(bytes), "no-cache", policy);
  }

  /** A page whose path changes with its content. */
  static Page forGood(Buffer bytes, String type) {
    return new Page(bytes, type, tag(bytes), "public, max-age=31536000, immutable", "");
  }

  /** Tells whether it gets smaller by compression. */
  boolean compressible() {
    return !type.equals(PNG);
  }

  private static String tag(Buffer bytes) {
    return "W/\"" + Digests.sha256(bytes.getBytes()) + "\"";
  }
}
