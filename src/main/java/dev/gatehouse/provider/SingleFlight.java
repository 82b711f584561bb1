package dev.gatehouse.provider;

import dev.gatehouse.bus.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One fetch for all who want the same. It runs on a thread of its own, so that it goes on when
 * nobody waits for it any more, and everyone waits as long as he has time. A failure is the answer
 * for a few seconds: those who come after it don't all try it again.
 *
 * @param <V> what is fetched
 */
final class SingleFlight<V> {
  private static final Logger LOG = LoggerFactory.getLogger(SingleFlight.class);

  /** A failure is remembered for so long. */
  static final Duration MEMORY = Duration.ofSeconds(5);

  private final Terms terms;
  private final ReentrantLock lock = new ReentrantLock();
  private CompletableFuture<V> flight;
  private Deadline landing = Deadline.in(Duration.ZERO);
  private Instant failedAt = Instant.MIN;

  /**
   * The terms that all flights of a provider have in common.
   *
   * @param name of the provider
   * @param timeout of a fetch, with all the calls that it makes
   */
  record Terms(String name, Duration timeout, InstantSource clock) {}

  SingleFlight(Terms terms) {
    this.terms = terms;
  }

  /**
   * The fetch that is under way, or one that begins now; the last one's failure while that is
   * remembered. Returns at once.
   */
  CompletableFuture<V> join(Supplier<V> fetch) {
    lock.lock();
    try {
      if (flight == null || (flight.isDone() && !remembered())) {
        flight = new CompletableFuture<>();
        landing = Deadline.in(terms.timeout());
        start(flight, landing, fetch);
      }
      return flight;
    } finally {
      lock.unlock();
    }
  }

  /** The time for which the fetch that is under way has been. */
  Duration age() {
    lock.lock();
    try {
      return terms.timeout().minus(landing.remaining());
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a fetch no longer than the patience; throws what it failed with. */
  V await(CompletableFuture<V> fetched, Duration patience) {
    try {
      return fetched.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      throw CallException.of(FailureKind.TIMEOUT, false, "it is still being asked", e)
          .failure(terms.name(), true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CallException.of(FailureKind.TIMEOUT, false, "interrupted", e)
          .failure(terms.name(), true);
    }
  }

  private boolean remembered() {
    Duration since = Duration.between(failedAt, terms.clock().instant());
    // A clock that was set back must not make it last.
    return flight.isCompletedExceptionally() && !since.isNegative() && since.compareTo(MEMORY) < 0;
  }

  private void start(CompletableFuture<V> flight, Deadline deadline, Supplier<V> fetch) {
    Thread.ofVirtual()
        .name(terms.name() + "-fetch")
        .start(() -> ScopedValue.where(Deadlines.FETCH, deadline).run(() -> fetch(flight, fetch)));
  }

  private void fetch(CompletableFuture<V> flight, Supplier<V> fetch) {
    try {
      flight.complete(fetch.get());
    } catch (Throwable e) {
      LOG.warn("{} could not be asked: {}", terms.name(), e.toString());
      lock.lock();
      try {
        failedAt = terms.clock().instant();
      } finally {
        lock.unlock();
      }
      flight.completeExceptionally(e);
    }
  }
}
