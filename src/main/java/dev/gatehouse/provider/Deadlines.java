package dev.gatehouse.provider;

import dev.gatehouse.bus.AreaVerticle;
import dev.gatehouse.bus.Deadline;
import java.time.Duration;

/** The time that a call to a provider has: its own, and no more than whoever wants it has left. */
final class Deadlines {
  /** The end of the fetch that this thread makes for all who wait for it. */
  static final ScopedValue<Deadline> FETCH = ScopedValue.newInstance();

  private Deadlines() {}

  /** The end of a call that begins now, on this thread. */
  static Deadline within(Duration timeout) {
    Deadline own = Deadline.in(timeout);
    Deadline fetch = FETCH.isBound() ? sooner(own, FETCH.get()) : own;
    return AreaVerticle.CALL.isBound() ? sooner(fetch, AreaVerticle.CALL.get().deadline()) : fetch;
  }

  static Deadline sooner(Deadline one, Deadline other) {
    return one.remaining().compareTo(other.remaining()) < 0 ? one : other;
  }
}
