package dev.gatehouse.http;

import java.util.concurrent.atomic.AtomicLong;

/** So much of something, for all of a node's event loops together. */
final class Budget {
  private final long most;
  private final AtomicLong taken = new AtomicLong();

  Budget(long most) {
    this.most = most;
  }

  /** Takes an amount, or says no. */
  boolean take(long amount) {
    if (taken.addAndGet(amount) <= most) {
      return true;
    }
    taken.addAndGet(-amount);
    return false;
  }

  void giveBack(long amount) {
    taken.addAndGet(-amount);
  }

  long taken() {
    return taken.get();
  }
}
