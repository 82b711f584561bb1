package dev.gatehouse.bus;

import module java.base;

import io.vertx.core.eventbus.Message;

/**
 * Time after which no caller waits for an answer, on this process's monotonic clock. Wall clocks
 * differ between machines and can jump, so other nodes receive the remaining time instead.
 *
 * @param at time in nanoseconds of that clock
 * @param nanoTime that clock
 */
public record Deadline(long at, LongSupplier nanoTime) {
  private static final LongSupplier CLOCK = System::nanoTime;

  /** Returns the deadline after the given time. */
  public static Deadline in(Duration time) {
    return in(time, CLOCK);
  }

  /** Returns the deadline after the given time on another clock. */
  public static Deadline in(Duration time, LongSupplier nanoTime) {
    return new Deadline(nanoTime.getAsLong() + time.toNanos(), nanoTime);
  }

  /** Returns the remaining time; zero after the deadline. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, left()));
  }

  public boolean passed() {
    return left() <= 0;
  }

  private long left() {
    return at - nanoTime.getAsLong();
  }

  /** Returns the deadline of another node's call; empty for a call of this node. */
  static Optional<Deadline> sentWith(Message<Call> message) {
    return Optional.ofNullable(message.headers().get(RemoteCall.REMAINING))
        .map(millis -> in(Duration.ofMillis(Long.parseLong(millis))));
  }
}
