package dev.gatehouse.security;

import module java.base;

import dev.gatehouse.security.RateLimit.Policy;
import io.vertx.core.Future;

/** Rate limits counted in this node's memory. Decisions complete immediately. */
public final class LocalRateLimit implements RateLimit {
  /**
   * Default bound, large enough for the addresses of a flood and small enough for a node's memory.
   */
  public static final int DEFAULT_MAX_KEYS = 65_536;

  private static final Future<RateLimit.Decision> UNLIMITED =
      Future.succeededFuture(RateLimit.Decision.UNLIMITED);

  private final Map<String, SlidingWindows> byPolicy = new ConcurrentHashMap<>();
  private final int maxKeys;
  private final LongSupplier nanoTime;

  /**
   * @param maxKeys maximum number of keys for each policy
   * @param nanoTime a monotonic clock, such as {@link System#nanoTime}
   */
  public LocalRateLimit(int maxKeys, LongSupplier nanoTime) {
    this.maxKeys = maxKeys;
    this.nanoTime = nanoTime;
  }

  @Override
  public Future<RateLimit.Decision> spend(Policy policy, String key) {
    if (policy.off()) {
      return UNLIMITED;
    }
    return Future.succeededFuture(windows(policy).spend(policy, key));
  }

  /** Counts a request that Redis allowed, so that local counting can take over at any time. */
  void note(Policy policy, String key) {
    windows(policy).note(policy, key);
  }

  private SlidingWindows windows(Policy policy) {
    SlidingWindows windows = byPolicy.get(policy.name());
    if (windows != null) {
      return windows;
    }
    return byPolicy.computeIfAbsent(policy.name(), name -> new SlidingWindows(maxKeys, nanoTime));
  }
}
