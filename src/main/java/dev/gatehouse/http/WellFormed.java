package dev.gatehouse.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/** Whether a request can be routed at all: path and host are what HTTP says they are. */
final class WellFormed {
  private static final int ESCAPE = 3;

  private WellFormed() {}

  static boolean holds(HttpServerRequest request) {
    String path = request.path();
    return path != null
        && path.startsWith("/")
        && escapes(path)
        && (request.authority() != null || request.version() == HttpVersion.HTTP_1_0);
  }

  /** Every escape is one, and none hides a slash, a back slash or NUL inside a name. */
  private static boolean escapes(String path) {
    for (int at = path.indexOf('%'); at >= 0; at = path.indexOf('%', at + 1)) {
      if (at + ESCAPE > path.length()) {
        return false;
      }
      int high = Character.digit(path.charAt(at + 1), 16);
      int low = Character.digit(path.charAt(at + 2), 16);
      int value = high < 0 || low < 0 ? -1 : high << 4 | low;
      if (value <= 0 || value == '/' || value == '\\') {
        return false;
      }
    }
    return true;
  }
}
