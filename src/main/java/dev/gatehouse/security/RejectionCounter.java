package dev.gatehouse.security;

import java.util.function.LongSupplier;

/**
 * Notices addresses that go on asking after refusals: {@code limit} refused requests in the window
 * earn a ban.
 */
public final class RejectionCounter {
  private final Policy policy;
  private final SlidingWindows windows;

  /**
   * @param policy how many refusals are tolerated in what window; a limit of 0 tolerates all
   * @param nanoTime a monotonic clock, as {@link System#nanoTime}
   */
  public RejectionCounter(Policy policy, int maxKeys, LongSupplier nanoTime) {
    this.policy = policy;
    this.windows = new SlidingWindows(maxKeys, nanoTime);
  }

  /**
   * Counts a refused request; true when it is the one that earns the ban, after which counting
   * begins anew.
   */
  public boolean refused(String key) {
    if (policy.off() || windows.spend(policy, key).remaining() > 0) {
      return false;
    }
    windows.forget(key);
    return true;
  }
}
