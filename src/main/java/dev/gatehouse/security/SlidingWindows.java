package dev.gatehouse.security;

import module java.base;

import dev.gatehouse.security.RateLimit.Policy;

/**
 * Windows of one policy by key, with a bounded number of keys. Eviction prefers windows without
 * requests, and then those least recently used.
 */
final class SlidingWindows {
  /** Number of least recently used keys among which the one with the fewest requests is evicted. */
  private static final int CANDIDATES = 8;

  private final Map<String, SlidingWindow> byKey = new LinkedHashMap<>(64, 0.75f, true);
  private final int maxKeys;
  private final LongSupplier nanoTime;

  SlidingWindows(int maxKeys, LongSupplier nanoTime) {
    this.maxKeys = maxKeys;
    this.nanoTime = nanoTime;
  }

  synchronized RateLimit.Decision spend(Policy policy, String key) {
    // Read under the lock, because the times in a ring must be in order.
    long now = nanoTime.getAsLong();
    long nanos = policy.window().toNanos();
    SlidingWindow window = current(key, now, nanos);
    int excess = window.count() - policy.limit();
    if (excess >= 0) {
      Duration wait = Duration.ofNanos(window.untilLeaves(excess, now, nanos));
      return new RateLimit.Decision(false, 0, wait, wait);
    }
    window.add(now, policy.limit());
    return new RateLimit.Decision(
        true, -excess - 1, Duration.ofNanos(window.untilLeaves(0, now, nanos)), Duration.ZERO);
  }

  /** Counts a request even if the window is full; a full window drops its oldest request. */
  synchronized void note(Policy policy, String key) {
    long now = nanoTime.getAsLong();
    SlidingWindow window = current(key, now, policy.window().toNanos());
    if (window.count() >= policy.limit()) {
      window.dropOldest();
    }
    window.add(now, policy.limit());
  }

  private SlidingWindow current(String key, long now, long nanos) {
    SlidingWindow window = byKey.get(key);
    if (window == null) {
      window = open(key, now, nanos);
    }
    window.expire(now, nanos);
    return window;
  }

  synchronized void forget(String key) {
    byKey.remove(key);
  }

  private SlidingWindow open(String key, long now, long nanos) {
    if (byKey.size() >= maxKeys) {
      drop(now, nanos);
    }
    SlidingWindow window = new SlidingWindow();
    byKey.put(key, window);
    return window;
  }

  private void drop(long now, long nanos) {
    String victim = null;
    int fewest = Integer.MAX_VALUE;
    Iterator<Map.Entry<String, SlidingWindow>> longestUntouched = byKey.entrySet().iterator();
    for (int i = 0; i < CANDIDATES && fewest > 0 && longestUntouched.hasNext(); i++) {
      Map.Entry<String, SlidingWindow> entry = longestUntouched.next();
      entry.getValue().expire(now, nanos);
      if (entry.getValue().count() < fewest) {
        fewest = entry.getValue().count();
        victim = entry.getKey();
      }
    }
    byKey.remove(victim);
  }

  /**
   * Times of one key's counted requests, oldest first, in a ring buffer that grows to the limit.
   */
  private static final class SlidingWindow {
    private static final int FIRST_SIZE = 4;

    private long[] times = new long[FIRST_SIZE];
    private int oldest;
    private int count;

    /**
     * Removes requests that have left the window. A request counts for exactly {@code window}
     * nanoseconds.
     */
    void expire(long now, long window) {
      while (count > 0 && now - times[oldest] >= window) {
        dropOldest();
      }
    }

    void dropOldest() {
      oldest = (oldest + 1) % times.length;
      count--;
    }

    int count() {
      return count;
    }

    /** Returns the nanoseconds until the n-th oldest request (from 0) leaves the window. */
    long untilLeaves(int nth, long now, long window) {
      return count <= nth ? 0 : times[(oldest + nth) % times.length] + window - now;
    }

    void add(long now, int limit) {
      if (count == times.length) {
        grow(Math.max(limit, count + 1));
      }
      times[(oldest + count) % times.length] = now;
      count++;
    }

    private void grow(int limit) {
      long[] ordered = Arrays.copyOf(times, Math.min(limit, times.length * 2));
      for (int i = 0; i < count; i++) {
        ordered[i] = times[(oldest + i) % times.length];
      }
      times = ordered;
      oldest = 0;
    }
  }
}
