package dev.gatehouse.bus;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The moment after which nobody waits for an answer. It is a reading of this process's own
 * monotonic clock: wall clocks differ between machines and are set back and forth, so that other
 * nodes are told the time that is left instead.
 *
 * @param at in nanoseconds of that clock
 * @param nanoTime that clock
 */
public record Deadline(long at, LongSupplier nanoTime) {
  private static final LongSupplier CLOCK = System::nanoTime;

  /** The moment that is so far away. */
  public static Deadline in(Duration time) {
    return in(time, CLOCK);
  }

  /** The moment that is so far away on another clock. */
  public static Deadline in(Duration time, LongSupplier nanoTime) {
    return new Deadline(nanoTime.getAsLong() + time.toNanos(), nanoTime);
  }

  /** The time that is left; zero once the moment has passed. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, left()));
  }

  public boolean passed() {
    return left() <= 0;
  }

  private long left() {
    return at - nanoTime.getAsLong();
  }
}
