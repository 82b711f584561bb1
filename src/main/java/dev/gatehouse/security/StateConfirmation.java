package dev.gatehouse.security;

import module java.base;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/**
 * Age of the bans, revocations and keys in memory, for nodes that share a store. A credential is
 * admitted from memory only if the last read of the change log began less than a second ago.
 * Otherwise a new read comes first. A node that was paused, or that cannot reach the store,
 * therefore admits no credential that another node has revoked.
 *
 * <p>Callers that arrive during a read share the next read, because a change may be stored after
 * the running read has begun.
 */
public final class StateConfirmation {
  /**
   * Maximum age of a read. A revocation waits at least as long for nodes that do not confirm it.
   */
  public static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final boolean shared;
  private final LongSupplier nanoTime;
  private final ReentrantLock turn = new ReentrantLock();
  private volatile long readBegin;
  private Supplier<Future<Void>> reader =
      () -> Future.failedFuture(new IllegalStateException("the access area is not prepared"));
  private Promise<Void> next;
  private boolean reading;

  /**
   * @param shared whether other nodes can change the stored state; otherwise memory is current
   */
  public StateConfirmation(boolean shared, LongSupplier nanoTime) {
    this.shared = shared;
    this.nanoTime = nanoTime;
    this.readBegin = nanoTime.getAsLong() - MAX_AGE_NANOS;
  }

  /** Sets the read of new changes, which confirms the state when it succeeds. Must not block. */
  public void readBy(Supplier<Future<Void>> read) {
    turn.lock();
    try {
      reader = read;
    } finally {
      turn.unlock();
    }
  }

  /** Returns the monotonic time, to be taken before a read. */
  public long now() {
    return nanoTime.getAsLong();
  }

  /** Records that a read of the change log, which began at a time, has been applied. */
  public void confirm(long begin) {
    readBegin = begin;
  }

  /** Returns whether credentials may be admitted from memory. */
  public boolean isFresh() {
    return !shared || nanoTime.getAsLong() - readBegin < MAX_AGE_NANOS;
  }

  /** Reads new changes. The read begins after this call. May complete on any thread. */
  public Future<Void> refresh() {
    turn.lock();
    try {
      if (next == null) {
        next = Promise.promise();
      }
      Future<Void> mine = next.future();
      if (!reading) {
        read();
      }
      return mine;
    } finally {
      turn.unlock();
    }
  }

  private void read() {
    Promise<Void> callers = next;
    next = null;
    reading = true;
    reader.get().onComplete(done -> end(callers, done));
  }

  private void end(Promise<Void> callers, AsyncResult<Void> done) {
    turn.lock();
    try {
      reading = false;
      if (next != null) {
        read();
      }
    } finally {
      turn.unlock();
    }
    callers.handle(done);
  }
}
