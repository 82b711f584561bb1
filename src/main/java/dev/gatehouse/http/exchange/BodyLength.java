package dev.gatehouse.http.exchange;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/** Length of a request's body, as far as its headers show. */
public final class BodyLength {
  private BodyLength() {}

  /** Returns the body's length in bytes, or -1 if the client does not declare it. */
  public static long announced(HttpServerRequest request) {
    String length = request.getHeader(HeaderNames.CONTENT_LENGTH);
    if (length != null) {
      return number(length.strip());
    }
    // HTTP/2 announces a body with no header, but a request with a body has a content type.
    CharSequence sign =
        request.version() == HttpVersion.HTTP_2
            ? HeaderNames.CONTENT_TYPE
            : HeaderNames.TRANSFER_ENCODING;
    return request.isEnded() || !request.headers().contains(sign) ? 0 : -1;
  }

  /** Parses a length. A malformed request may contain any text here. */
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
