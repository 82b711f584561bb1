package dev.gatehouse.provider.webhooks;

import module java.base;

import dev.gatehouse.caching.BoundedMap;

/**
 * Budget of requests for each key in fixed windows. Unverified webhook requests are counted here,
 * because the visitors' rate limit does not apply to webhooks. Bounded; evicts the least recently
 * used key first.
 */
public final class RequestBudget {
  private static final int MAX_KEYS = 4_096;

  private final int limit;
  private final Duration window;
  private final InstantSource clock;
  private final Map<String, Used> byKey = BoundedMap.of(MAX_KEYS);

  private record Used(Instant since, int count) {}

  /**
   * @param limit requests of one key in each window
   */
  public RequestBudget(int limit, Duration window, InstantSource clock) {
    this.limit = limit;
    this.window = window;
    this.clock = clock;
  }

  /** Returns whether a key has no request left in its current window. */
  public synchronized boolean isSpent(String key) {
    return used(key).count() >= limit;
  }

  /** Counts a request. Returns false, and counts nothing, if the key has no request left. */
  public synchronized boolean spend(String key) {
    Used used = used(key);
    if (used.count() >= limit) {
      return false;
    }
    byKey.put(key, new Used(used.since(), used.count() + 1));
    return true;
  }

  private Used used(String key) {
    Instant now = clock.instant();
    Used used = byKey.get(key);
    // A window that begins in the future is from a clock that was ahead.
    boolean current =
        used != null && !used.since().isAfter(now) && now.isBefore(used.since().plus(window));
    return current ? used : new Used(now, 0);
  }
}
