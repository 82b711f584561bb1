package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.ApiError;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import java.util.List;

/**
 * The check that a request can be routed at all: path, query, host and framing are what HTTP says
 * they are.
 */
public final class RequestValidator {
  static final String CONTINUE = "100-continue";

  private static final int ESCAPE = 3;
  private static final String NETWORK_PREFIX = "%2f64";

  private RequestValidator() {}

  /** The refusal of a request that is not as it must be; null for one that is. */
  public static ApiError fault(HttpServerRequest request) {
    if (!routable(request)) {
      return ApiError.of(400, "the path, the Host or the Transfer-Encoding is not well-formed");
    }
    MultiMap headers = request.headers();
    if (headers.contains("")) {
      return ApiError.of(400, "a header has no name");
    }
    boolean expected =
        !headers.contains(HttpHeaders.EXPECT)
            || headers.getAll(HttpHeaders.EXPECT).stream().allMatch(CONTINUE::equalsIgnoreCase);
    return expected ? null : ApiError.of(417, "only " + CONTINUE + " can be expected here");
  }

  private static boolean routable(HttpServerRequest request) {
    String path = request.path();
    return path != null
        && path.startsWith("/")
        && escapes(withoutPrefix(path), false)
        && (request.query() == null || escapes(request.query(), true))
        && host(request)
        && framing(request.headers().getAll(HttpHeaders.TRANSFER_ENCODING));
  }

  /** The path without the end of a network such as 2001:db8::/64, the only name with a slash. */
  private static String withoutPrefix(String path) {
    int end = path.length() - NETWORK_PREFIX.length();
    boolean network = path.regionMatches(true, end, NETWORK_PREFIX, 0, NETWORK_PREFIX.length());
    return network ? path.substring(0, end) : path;
  }

  /** One and no more: a cache in front may go by the first of two, and links by the last. */
  private static boolean host(HttpServerRequest request) {
    HostAndPort authority = request.authority();
    return authority == null
        ? request.version() == HttpVersion.HTTP_1_0 && !request.headers().contains(HttpHeaders.HOST)
        : !authority.host().isEmpty() && request.headers().getAll(HttpHeaders.HOST).size() <= 1;
  }

  /** A coding besides chunks would reach the areas as it came, under a proxy that had undone it. */
  private static boolean framing(List<String> codings) {
    return codings.isEmpty()
        || (codings.size() == 1 && codings.getFirst().strip().equalsIgnoreCase("chunked"));
  }

  /**
   * Every escape is one and hides no NUL.
   *
   * @param slashes whether it may hide a slash or a back slash: not inside a name
   */
  private static boolean escapes(String text, boolean slashes) {
    for (int at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 1)) {
      if (at + ESCAPE > text.length()) {
        return false;
      }
      int high = Character.digit(text.charAt(at + 1), 16);
      int low = Character.digit(text.charAt(at + 2), 16);
      int value = high < 0 || low < 0 ? -1 : high << 4 | low;
      if (value <= 0 || (!slashes && (value == '/' || value == '\\'))) {
        return false;
      }
    }
    return true;
  }
}
