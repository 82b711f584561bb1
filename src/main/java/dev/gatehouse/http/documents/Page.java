package dev.gatehouse.http.documents;

import dev.gatehouse.http.exchange.Digests;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;

/**
 * Static document with the headers that browsers receive for it.
 *
 * @param policy its Content-Security-Policy; empty for the default policy of all replies
 */
public record Page(Buffer bytes, String type, String etag, String caching, String policy) {
  static final String HTML = "text/html; charset=utf-8";
  static final String SCRIPT = "text/javascript; charset=utf-8";
  static final String STYLE = "text/css; charset=utf-8";
  private static final String NO_STORE = "no-store";

  /**
   * Creates a page that may change with the next release. Browsers may cache it for five minutes.
   */
  static Page of(Buffer bytes, String type, String policy) {
    return new Page(shared(bytes), type, tag(bytes), "public, max-age=300", policy);
  }

  /**
   * Creates a page that browsers revalidate each time, because it names files of one release only.
   */
  static Page fresh(Buffer bytes, String type, String policy) {
    return new Page(shared(bytes), type, tag(bytes), "no-cache", policy);
  }

  /** Creates a page whose path changes with its content. Browsers may cache it for a year. */
  static Page forGood(Buffer bytes, String type) {
    return new Page(shared(bytes), type, tag(bytes), "public, max-age=31536000, immutable", "");
  }

  /** Creates a page for one reply, which no cache keeps. */
  static Page once(Buffer bytes, String policy) {
    return new Page(bytes, HTML, tag(bytes), NO_STORE, policy);
  }

  /**
   * Returns whether the page is sent compressed. Only compressed pages that are sent again are
   * kept.
   */
  boolean compressible() {
    return !caching.equals(NO_STORE) && (!type.startsWith("image/") || type.endsWith("xml"));
  }

  /**
   * Copies bytes to memory outside the heap, from which sockets send without another copy. All
   * replies share it, and it is never freed.
   */
  static Buffer shared(Buffer bytes) {
    ByteBuf direct = Unpooled.directBuffer(bytes.length(), bytes.length());
    return BufferInternal.buffer(direct.writeBytes(bytes.getBytes()));
  }

  private static String tag(Buffer bytes) {
    return "W/\"" + Digests.sha256(bytes.getBytes()) + "\"";
  }
}
