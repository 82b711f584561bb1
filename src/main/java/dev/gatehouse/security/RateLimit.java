package dev.gatehouse.security;

import io.vertx.core.Future;

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
  Future<RateLimitDecision> spend(Policy policy, String key);
}
