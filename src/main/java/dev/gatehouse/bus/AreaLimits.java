package dev.gatehouse.bus;

import java.time.Duration;

/**
 * Limits of the calls that an area accepts.
 *
 * @param concurrency maximum number of calls that run at the same time
 * @param maxWait maximum expected wait of a call before it runs
 * @param memory memory of waiting calls, which all areas of a node share
 */
public record AreaLimits(int concurrency, Duration maxWait, QueueMemory memory) {
  /** Default of {@link #maxWait}. */
  public static final Duration MAX_WAIT = Duration.ofSeconds(2);

  private static final long OWN_BYTES = 16 << 20;

  /** Returns limits for a separate area, with the default wait. */
  public static AreaLimits of(int concurrency) {
    return new AreaLimits(concurrency, MAX_WAIT, new QueueMemory(OWN_BYTES));
  }
}
