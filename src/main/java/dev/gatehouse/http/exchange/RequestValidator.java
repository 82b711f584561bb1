package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import java.util.List;

/** Checks that a request can be routed: its path, query, host and framing must be valid HTTP. */
public final class RequestValidator {
  static final String CONTINUE = "100-continue";

  private static final int ESCAPE = 3;

  private RequestValidator() {}

  /** Returns the error for an invalid request; null for a valid request. */
  public static ApiError fault(HttpServerRequest request) {
    if (!routable(request)) {
      return ApiError.of(
          ErrorCode.REQUEST_MALFORMED,
          "the path, the Host or the Transfer-Encoding is not well-formed");
    }
    MultiMap headers = request.headers();
    if (headers.contains("")) {
      return ApiError.of(ErrorCode.REQUEST_MALFORMED, "a header has no name");
    }
    boolean expected =
        !headers.contains(HttpHeaders.EXPECT)
            || headers.getAll(HttpHeaders.EXPECT).stream().allMatch(CONTINUE::equalsIgnoreCase);
    if (expected) {
      return null;
    }
    return ApiError.of(ErrorCode.EXPECTATION_UNSUPPORTED, "Expect", "Expect must be " + CONTINUE);
  }

  /** Returns whether a request asks for the options of the whole server, as Apache's checks do. */
  public static boolean isOfServer(HttpServerRequest request) {
    return request.method().equals(HttpMethod.OPTIONS)
        && "*".equals(request.path())
        && framed(request);
  }

  private static boolean routable(HttpServerRequest request) {
    String path = request.path();
    return path != null
        && path.startsWith("/")
        && escapes(path, false)
        && (request.query() == null || escapes(request.query(), true))
        && framed(request);
  }

  private static boolean framed(HttpServerRequest request) {
    return host(request) && framing(request.headers().getAll(HttpHeaders.TRANSFER_ENCODING));
  }

  /**
   * Requires a single valid host, which only HTTP/1.0 may omit. With two, a cache in front might
   * use the first and links the last.
   */
  private static boolean host(HttpServerRequest request) {
    HostAndPort authority = request.authority();
    if (authority == null) {
      return request.version() == HttpVersion.HTTP_1_0
          && !request.headers().contains(HttpHeaders.HOST);
    }
    return !authority.host().isEmpty() && request.headers().getAll(HttpHeaders.HOST).size() <= 1;
  }

  /**
   * Rejects transfer codings other than chunked. If a proxy undoes another coding, the areas would
   * receive different bytes.
   */
  private static boolean framing(List<String> codings) {
    return codings.isEmpty()
        || (codings.size() == 1 && codings.getFirst().strip().equalsIgnoreCase("chunked"));
  }

  /**
   * Returns whether every percent escape is valid and encodes no NUL.
   *
   * @param backslashes whether an escape may encode a backslash, which a path may not
   */
  private static boolean escapes(String text, boolean backslashes) {
    for (int at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 1)) {
      if (at + ESCAPE > text.length()) {
        return false;
      }
      int high = Character.digit(text.charAt(at + 1), 16);
      int low = Character.digit(text.charAt(at + 2), 16);
      int value = high < 0 || low < 0 ? -1 : high << 4 | low;
      if (value <= 0 || (!backslashes && value == '\\')) {
        return false;
      }
    }
    return true;
  }

  /** Returns the body's length in bytes, or -1 if the client does not declare it. */
  public static long announcedLength(HttpServerRequest request) {
    String length = request.getHeader(HeaderNames.CONTENT_LENGTH);
    if (length != null) {
      return number(length.strip());
    }
    // HTTP/2 announces a body with no header, but a request with a body has a content type.
    CharSequence sign = HeaderNames.TRANSFER_ENCODING;
    if (request.version() == HttpVersion.HTTP_2) {
      sign = HeaderNames.CONTENT_TYPE;
    }
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
