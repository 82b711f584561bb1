package dev.gatehouse.security;

import io.vertx.core.Future;

/**
 * Counts requests in exact sliding windows: no span of a policy's window ever holds more than its
 * limit. Nodes may share the counts behind this interface.
 */
public interface RateLimit {

  /**
   * Spends one request of the key's allowance, or says how long to wait; a refused request spends
   * nothing.
   *
   * @param key whom to count against: an address's key or a principal
   */
  Future<RateLimitDecision> spend(Policy policy, String key);
}
