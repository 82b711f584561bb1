package dev.gatehouse.http.exchange;

import java.util.concurrent.atomic.AtomicLong;

/** Bounded amount of a resource, shared by all event loops of a node. */
public final class Permits {
  private final long max;
  private final AtomicLong taken = new AtomicLong();

  public Permits(long max) {
    this.max = max;
  }

  /** Acquires an amount; returns false if less is available. */
  public boolean take(long amount) {
    if (taken.addAndGet(amount) <= max) {
      return true;
    }
    taken.addAndGet(-amount);
    return false;
  }

  public void giveBack(long amount) {
    taken.addAndGet(-amount);
  }

  long taken() {
    return taken.get();
  }
}
