package dev.gatehouse.security;

import java.time.Duration;
import java.util.List;

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers-11, and {@code Retry-After}; several policies
 * are several items.
 */
public final class RateLimitHeaders {
  private RateLimitHeaders() {}

  /** A policy and what it said of the request. */
  public record Spent(Policy policy, RateLimitDecision verdict) {}

  /** {@code RateLimit-Policy}: {@code "default";q=45;w=60}; empty when every policy is off. */
  public static String policies(List<Spent> spent) {
    StringBuilder items = new StringBuilder(48);
    for (Spent one : spent) {
      if (!one.policy().off()) {
        item(items, one.policy())
            .append(";q=")
            .append(one.policy().limit())
            .append(";w=")
            .append(one.policy().window().toSeconds());
      }
    }
    return items.toString();
  }

  /**
   * {@code RateLimit}: {@code "default";r=12;t=30}, t in whole seconds; empty when every policy is
   * off.
   */
  public static String limits(List<Spent> spent) {
    StringBuilder items = new StringBuilder(48);
    for (Spent one : spent) {
      if (!one.policy().off()) {
        item(items, one.policy())
            .append(";r=")
            .append(one.verdict().remaining())
            .append(";t=")
            .append(seconds(one.verdict().reset()));
      }
    }
    return items.toString();
  }

  /**
   * {@code Retry-After} of a refusal: whole seconds, at least 1; whoever waits so long is not
   * refused for coming early.
   */
  public static String retryAfter(Duration wait) {
    return Long.toString(Math.max(1, seconds(wait)));
  }

  private static StringBuilder item(StringBuilder items, Policy policy) {
    return items.append(items.isEmpty() ? "\"" : ", \"").append(policy.name()).append('"');
  }

  private static long seconds(Duration duration) {
    return duration.plusNanos(999_999_999).toSeconds();
  }
}
