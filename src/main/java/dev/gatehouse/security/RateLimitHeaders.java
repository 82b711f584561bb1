package dev.gatehouse.security;

import module java.base;

import dev.gatehouse.security.RateLimit.Policy;

/**
 * Header fields of draft-ietf-httpapi-ratelimit-headers-11, and {@code Retry-After}. Each policy is
 * one list item.
 */
public final class RateLimitHeaders {
  private RateLimitHeaders() {}

  public record Spent(Policy policy, RateLimit.Decision verdict) {}

  /**
   * Formats {@code RateLimit-Policy}, for example {@code "default";q=45;w=60}. Empty if every
   * policy is disabled.
   */
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
   * Formats {@code RateLimit}, for example {@code "default";r=12;t=30} with t in whole seconds.
   * Empty if every policy is disabled.
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
   * Formats {@code Retry-After} as whole seconds, at least 1. A client that waits so long is not
   * rejected for coming early.
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
