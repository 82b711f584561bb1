package dev.gatehouse.area.extension;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Client for a web service. A call takes 10 seconds at most and returns 1 MiB at most. Failed calls
 * that are safe to repeat are retried; after five failures within a minute, calls are suspended for
 * 15 seconds. A service that does not respond causes an exception, which the node answers with 502,
 * 503 or 504. Redirects are not followed.
 *
 * <p>A URL may come from a visitor. An address in a private network, such as 127.0.0.1 or
 * 192.168.0.1, is therefore refused with an {@link ApiRefusal}, unless its scheme, host and port
 * are those of a URL in a setting of the extension.
 */
public interface WebService {
  /**
   * Sends a GET request.
   *
   * @param url absolute, http or https
   */
  Reply get(String url, Map<String, String> headers);

  /**
   * Sends a POST request.
   *
   * @param contentType media type of the body
   * @param repeatable whether the service detects repeated requests, or a repeat does no harm
   */
  Reply post(
      String url, Map<String, String> headers, String contentType, byte[] body, boolean repeatable);

  /**
   * A reply with any status below 500 except 429.
   *
   * @param status HTTP status
   */
  record Reply(int status, byte[] body) {
    public boolean ok() {
      return status >= 200 && status < 300;
    }

    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }
}
