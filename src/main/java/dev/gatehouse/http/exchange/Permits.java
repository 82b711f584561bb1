package dev.gatehouse.http.exchange;

import java.util.concurrent.atomic.AtomicLong;

/** So much of something, for all of a node's event loops together. */
public final class Permits {
  private final long most;
  private final AtomicLong taken = new AtomicLong();

  public Permits(long most) {
    this.most = most;
  }

  /** Takes an amount, or says no. */
  public boolean take(long amount) {
    if (taken.addAndGet(amount) <= most) {
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
