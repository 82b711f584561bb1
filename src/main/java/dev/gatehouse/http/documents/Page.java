package dev.gatehouse.http.documents;

import dev.gatehouse.http.exchange.Digests;
import io.vertx.core.buffer.Buffer;

/**
 * Static document with the headers that browsers receive for it.
 *
 * @param policy its Content-Security-Policy; empty for the default policy of all replies
 */
public record Page(Buffer bytes, String type, String etag, String caching, String policy) {
  static final String HTML = "text/html; charset=utf-8";
  static final String SCRIPT = "text/javascript; charset=utf-8";
  static final String STYLE = "text/css; charset=utf-8";
  static final String PNG = "image/png";

  /**
   * Creates a page that may change with the next release. Browsers may cache it for five minutes.
   */
  static Page of(Buffer bytes, String type, String policy) {
    return new Page(bytes, type, tag(bytes), "public, max-age=300", policy);
  }

  /**
   * Creates a page that browsers revalidate each time, because it names files of one release only.
   */
  static Page fresh(Buffer bytes, String type, String policy) {
    return new Page(bytes, type, tag(bytes), "no-cache", policy);
  }

  /** Creates a page whose path changes with its content. Browsers may cache it for a year. */
  static Page forGood(Buffer bytes, String type) {
    return new Page(bytes, type, tag(bytes), "public, max-age=31536000, immutable", "");
  }

  /** Returns whether compression makes the page smaller. */
  boolean compressible() {
    return !type.equals(PNG);
  }

  private static String tag(Buffer bytes) {
    return "W/\"" + Digests.sha256(bytes.getBytes()) + "\"";
  }
}
