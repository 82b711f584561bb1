package dev.gatehouse.security;

import java.util.Arrays;

/** Times of one key's counted requests, oldest first, in a ring buffer that grows to the limit. */
final class SlidingWindow {
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
