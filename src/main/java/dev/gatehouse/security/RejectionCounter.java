package dev.gatehouse.security;

import dev.gatehouse.security.RateLimit.Policy;
import java.util.function.LongSupplier;

/** Counts rejected requests by address; {@code limit} rejections within the window cause a ban. */
public final class RejectionCounter {
  private final Policy policy;
  private final SlidingWindows windows;

  /**
   * @param policy limit and window of rejections that cause a ban; a limit of 0 disables bans
   * @param nanoTime a monotonic clock, such as {@link System#nanoTime}
   */
  public RejectionCounter(Policy policy, int maxKeys, LongSupplier nanoTime) {
    this.policy = policy;
    this.windows = new SlidingWindows(maxKeys, nanoTime);
  }

  /** Counts a rejected request. Returns true if it causes the ban; the count then restarts. */
  public boolean refused(String key) {
    if (policy.off() || windows.spend(policy, key).remaining() > 0) {
      return false;
    }
    windows.forget(key);
    return true;
  }
}
