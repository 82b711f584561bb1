package dev.gatehouse.http.exchange;

import java.util.concurrent.atomic.AtomicLong;

/** A bounded amount of something, for all of a node's event loops together. */
public final class Permits {
  private final long max;
  private final AtomicLong taken = new AtomicLong();

  public Permits(long max) {
    this.max = max;
  }

  /** Takes an amount, or says no. */
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
