package dev.gatehouse.http.exchange;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/** The length of a request's body, as far as its head tells. */
public final class BodyLength {
  private BodyLength() {}

  /** Bytes, or -1 when the client does not say. */
  public static long announced(HttpServerRequest request) {
    String length = request.getHeader(HeaderNames.CONTENT_LENGTH);
    if (length != null) {
      return number(length.strip());
    }
    // HTTP/2 needs no header for a body to come; one that comes has a type.
    CharSequence sign =
        request.version() == HttpVersion.HTTP_2
            ? HeaderNames.CONTENT_TYPE
            : HeaderNames.TRANSFER_ENCODING;
    return request.isEnded() || !request.headers().contains(sign) ? 0 : -1;
  }

  /** In a malformed request it may be anything. */
  private static long number(String length) {
    if (length.isEmpty() || length.charAt(0) < '0' || length.charAt(0) > '9') {
      return -1;
    }
    try {
      return Long.parseLong(length);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
