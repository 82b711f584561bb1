package dev.gatehouse.security;

import io.vertx.core.Future;
import java.time.Duration;

/**
 * Counts requests in exact sliding windows: no span of a policy's window ever contains more than
 * its limit. Implementations may share the counts between nodes.
 */
public interface RateLimit {

  /**
   * Counts one request against the key, or returns the time to wait. A rejected request is not
   * counted.
   *
   * @param key an address key or a principal
   */
  Future<Decision> spend(Policy policy, String key);

  /**
   * Named rate limit: at most {@code limit} requests in any span of {@code window}.
   *
   * @param name name in the RateLimit headers: {@code [a-z0-9-]+}
   * @param limit 0 disables the policy
   */
  record Policy(String name, int limit, Duration window) {
    private static final Duration LONGEST = Duration.ofDays(366);

    public Policy {
      if (!name.matches("[a-z0-9-]+")) {
        throw new IllegalArgumentException(
            "a rate limit's name must have only a-z, 0-9 and -: " + name);
      }
      if (limit < 0) {
        throw new IllegalArgumentException("the rate limit " + name + " is negative: " + limit);
      }
      if (window.compareTo(Duration.ofSeconds(1)) < 0 || window.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException("the rate limit " + name + " has a window of " + window);
      }
    }

    public boolean off() {
      return limit == 0;
    }
  }

  /**
   * Decision of a rate limit on one request.
   *
   * @param remaining number of further requests that would be allowed now
   * @param reset time until the oldest counted request leaves the window
   * @param retryAfter time until the next request is allowed; zero if one is allowed now
   */
  record Decision(boolean allowed, int remaining, Duration reset, Duration retryAfter) {
    /** Decision of a disabled policy. */
    static final Decision UNLIMITED =
        new Decision(true, Integer.MAX_VALUE, Duration.ZERO, Duration.ZERO);
  }
}
