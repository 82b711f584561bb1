package dev.gatehouse.security;

import java.time.Duration;

/**
 * Decision of a rate limit on one request.
 *
 * @param remaining number of further requests that would be allowed now
 * @param reset time until the oldest counted request leaves the window
 * @param retryAfter time until the next request is allowed; zero if one is allowed now
 */
public record RateLimitDecision(
    boolean allowed, int remaining, Duration reset, Duration retryAfter) {
  /** Decision of a disabled policy. */
  static final RateLimitDecision UNLIMITED =
      new RateLimitDecision(true, Integer.MAX_VALUE, Duration.ZERO, Duration.ZERO);
}
