package dev.gatehouse.provider;

import dev.gatehouse.bus.Deadline;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The bound on what a provider may hold of a node: so many calls, so many who wait. */
final class ProviderBulkhead {
  private static final Duration SOON = Duration.ofSeconds(1);

  /** With less time left no call is begun: it would only be given up again. */
  private static final Duration MIN_LEFT = Duration.ofMillis(10);

  private final Semaphore running;
  private final Semaphore waiting;
  private final int maxRunning;

  ProviderBulkhead(ProviderOptions.Bulkhead size) {
    this.maxRunning = size.maxRunning();
    this.running = new Semaphore(maxRunning, true);
    this.waiting = new Semaphore(size.maxWaiting());
  }

  /** A place that is held; closing it gives it back. */
  interface Place extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Takes a place to call from; blocks until there is one.
   *
   * @throws CallException when too many wait, or the deadline passes before it is one's turn
   */
  Place run(Deadline deadline) {
    // The untimed question jumps the queue of a fair semaphore: only while nobody waits.
    if (running.hasQueuedThreads() || !running.tryAcquire()) {
      try (Place _ = await()) {
        acquire(deadline);
      }
    }
    return running::release;
  }

  /**
   * Takes a place to wait in, for a place to call from or for what somebody else fetches.
   *
   * @throws CallException when too many wait
   */
  Place await() {
    if (!waiting.tryAcquire()) {
      throw CallException.notMade(FailureKind.FULL, SOON, "too many wait for an answer");
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
    return CallException.of(FailureKind.TIMEOUT, false, "others' calls take all of the time", null);
  }

  int running() {
    return maxRunning - running.availablePermits();
  }
}
