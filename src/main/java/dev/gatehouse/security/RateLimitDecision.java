package dev.gatehouse.security;

import java.time.Duration;

/**
 * A rate limit's word on one request.
 *
 * @param remaining how many more would be allowed now
 * @param reset until the oldest counted request leaves the window
 * @param retryAfter until the next request will be allowed; zero when one is allowed now
 */
public record RateLimitDecision(
    boolean allowed, int remaining, Duration reset, Duration retryAfter) {
  /** Of a policy that is switched off. */
  static final RateLimitDecision UNLIMITED =
      new RateLimitDecision(true, Integer.MAX_VALUE, Duration.ZERO, Duration.ZERO);
}
