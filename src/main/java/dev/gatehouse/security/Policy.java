package dev.gatehouse.security;

import java.time.Duration;

/**
 * Named rate limit: at most {@code limit} requests in any span of {@code window}.
 *
 * @param name name in the RateLimit headers: {@code [a-z0-9-]+}
 * @param limit 0 disables the policy
 */
public record Policy(String name, int limit, Duration window) {
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
