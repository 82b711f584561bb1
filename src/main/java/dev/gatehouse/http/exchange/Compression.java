package dev.gatehouse.http.exchange;

import module java.base;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/**
 * Compresses whole replies for clients that accept gzip. The server's own compression is off,
 * because it prevents {@code sendFile} and quadruples the CPU cost of files.
 */
public final class Compression {
  /** Minimum size in bytes for compression. Smaller replies fit into one packet anyway. */
  private static final int SMALLEST = 1_024;

  private Compression() {}

  /**
   * Sets Vary, and the entity tag of the compressed representation if the client accepts it.
   *
   * @return whether the reply is sent compressed
   */
  static boolean negotiate(Exchange exchange, int length) {
    if (length < SMALLEST) {
      return false;
    }
    MultiMap headers =
        exchange.response().headers().add(HeaderNames.VARY, HeaderNames.ACCEPT_ENCODING);
    if (!accepted(exchange)) {
      return false;
    }
    String etag = headers.get(HeaderNames.ETAG);
    if (etag != null) {
      headers.set(HeaderNames.ETAG, Preconditions.compressed(etag));
    }
    return true;
  }

  /** Returns whether the client accepts gzip; a quality of 0 means that it does not. */
  public static boolean accepted(Exchange exchange) {
    String header = exchange.request.getHeader(HeaderNames.ACCEPT_ENCODING);
    if (header == null) {
      return false;
    }
    for (String coding : header.toLowerCase(Locale.ROOT).split(",")) {
      String[] parts = coding.split(";", 2);
      if (parts[0].strip().equals("gzip")) {
        return parts.length == 1 || !parts[1].strip().matches("q\\s*=\\s*0(\\.0*)?");
      }
    }
    return false;
  }

  public static Buffer gzip(Buffer plain) {
    var out = new ByteArrayOutputStream(plain.length() / 2);
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(plain.getBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Buffer.buffer(out.toByteArray());
  }
}
