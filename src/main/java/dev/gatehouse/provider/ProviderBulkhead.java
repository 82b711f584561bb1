package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.bus.Deadline;
import dev.gatehouse.provider.CallException.FailureKind;

/** Limits how many calls to a provider may run and how many may wait. */
final class ProviderBulkhead {
  private static final Duration SOON = Duration.ofSeconds(1);

  /** With less time left, no call is started, because it would time out. */
  private static final Duration MIN_LEFT = Duration.ofMillis(10);

  private final Semaphore running;
  private final Semaphore waiting;
  private final int maxRunning;

  ProviderBulkhead(ProviderOptions.Bulkhead size) {
    this.maxRunning = size.maxRunning();
    this.running = new Semaphore(maxRunning, true);
    this.waiting = new Semaphore(size.maxWaiting());
  }

  /** A permit; closing it releases it. */
  interface Place extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Acquires a permit for a call. Blocks until one is free.
   *
   * @throws CallException if too many callers wait, or the deadline passes first
   */
  Place run(Deadline deadline) {
    // An untimed tryAcquire barges ahead of a fair semaphore's queue, so use it only when no thread
    // waits.
    if (running.hasQueuedThreads() || !running.tryAcquire()) {
      try (Place _ = await()) {
        acquire(deadline);
      }
    }
    return running::release;
  }

  /**
   * Acquires a permit to wait, either for a call permit or for another caller's fetch.
   *
   * @throws CallException if too many callers wait
   */
  Place await() {
    if (!waiting.tryAcquire()) {
      throw CallException.notMade(FailureKind.FULL, SOON, "too many calls are waiting");
    }
    return waiting::release;
  }

  private void acquire(Deadline deadline) {
    try {
      if (!running.tryAcquire(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
        throw tooLate();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CallException.of(FailureKind.TIMEOUT, false, "interrupted", e);
    }
    if (deadline.remaining().compareTo(MIN_LEFT) < 0) {
      running.release();
      throw tooLate();
    }
  }

  private static CallException tooLate() {
    return CallException.of(FailureKind.TIMEOUT, false, "other calls used all of the time", null);
  }

  int running() {
    return maxRunning - running.availablePermits();
  }
}
