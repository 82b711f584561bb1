package dev.gatehouse.areas.commerce.printshop.sync;

import module java.base;

/** Rate limiter for the print shop's maximum of calls per minute. Used by one thread. */
final class CallRate {
  private static final Duration WINDOW = Duration.ofMinutes(1);

  private final int maxCalls;
  private final InstantSource clock;
  private final Deque<Instant> calls = new ArrayDeque<>();

  /**
   * @param maxCalls maximum number of calls in any minute
   */
  CallRate(int maxCalls, InstantSource clock) {
    this.maxCalls = maxCalls;
    this.clock = clock;
  }

  /**
   * Returns the time to wait before the next call. Zero means that the call is counted and may be
   * made.
   */
  Duration next() {
    Instant now = clock.instant();
    // A clock that is set back must not delay calls for longer than the window.
    calls.removeIf(call -> !call.plus(WINDOW).isAfter(now) || call.isAfter(now));
    if (calls.size() < maxCalls) {
      calls.add(now);
      return Duration.ZERO;
    }
    return Duration.between(now, calls.getFirst().plus(WINDOW));
  }
}
