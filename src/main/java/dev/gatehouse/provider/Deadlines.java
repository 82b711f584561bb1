package dev.gatehouse.provider;

import dev.gatehouse.bus.AreaVerticle;
import dev.gatehouse.bus.Deadline;
import java.time.Duration;

/**
 * Time limit of a call to a provider: its own timeout, or the caller's remaining time if shorter.
 */
final class Deadlines {
  /** Deadline of the shared fetch that this thread runs. */
  static final ScopedValue<Deadline> FETCH = ScopedValue.newInstance();

  private Deadlines() {}

  /** Returns the deadline of a call that starts now on this thread. */
  static Deadline within(Duration timeout) {
    Deadline own = Deadline.in(timeout);
    Deadline fetch = FETCH.isBound() ? sooner(own, FETCH.get()) : own;
    return AreaVerticle.CALL.isBound() ? sooner(fetch, AreaVerticle.CALL.get().deadline()) : fetch;
  }

  static Deadline sooner(Deadline one, Deadline other) {
    return one.remaining().compareTo(other.remaining()) < 0 ? one : other;
  }
}
