package dev.gatehouse.http.ledger;

import dev.gatehouse.http.ledger.Limit.Standing;
import dev.gatehouse.http.ledger.ResourceLedger.Account;
import java.util.Optional;

/**
 * Amount of a resource that a request or connection holds. It grows and shrinks, and is released
 * exactly once however often {@link #release} is called. Safe for use by all threads.
 */
public final class Hold {
  private final ResourceLedger ledger;
  final Resource resource;
  final Account account;
  final Standing standing;
  final Holder holder;
  private long amount;
  private boolean released;

  Hold(
      ResourceLedger ledger, Resource resource, Account account, Standing standing, Holder holder) {
    this.ledger = ledger;
    this.resource = resource;
    this.account = account;
    this.standing = standing;
    this.holder = holder;
  }

  /**
   * Takes more of the resource.
   *
   * @return why it was refused; empty if it was given
   */
  public Optional<Refusal> grow(long more) {
    Refusal refusal = ledger.charge(this, more);
    if (refusal != null) {
      return Optional.of(refusal);
    }
    synchronized (this) {
      if (!released) {
        if (amount == 0) {
          account.evictable(resource).add(this);
        }
        amount += more;
        return Optional.empty();
      }
    }
    ledger.discharge(this, more);
    return Optional.of(Refusal.NODE);
  }

  /** Takes more of the resource only while less than half of it is in use. */
  public boolean growIfAmple(long more) {
    return ledger.ample(resource) && grow(more).isEmpty();
  }

  /** Gives back a part. */
  public void shrink(long less) {
    synchronized (this) {
      if (released) {
        return;
      }
      amount -= less;
    }
    ledger.discharge(this, less);
  }

  /** Excludes it from eviction, for example because the request is being processed. */
  public void pin() {
    account.evictable(resource).remove(this);
  }

  /** Gives back everything. */
  public void release() {
    release(false);
  }

  /**
   * Gives back everything.
   *
   * @return false if that has happened before
   */
  boolean release(boolean evicted) {
    long held;
    synchronized (this) {
      if (released) {
        return false;
      }
      released = true;
      held = amount;
      amount = 0;
    }
    account.evictable(resource).remove(this);
    ledger.discharge(this, held);
    if (evicted) {
      holder.evict();
    }
    return true;
  }

  public synchronized long amount() {
    return amount;
  }

  /** Request or connection that holds resources and can be ended. Safe for use by all threads. */
  public interface Holder {
    /** Returns the time of its last progress, as {@link System#nanoTime} measures it. */
    long lastProgress();

    /** Ends it, soon and on its own event loop, because another client needs what it holds. */
    void evict();
  }
}
