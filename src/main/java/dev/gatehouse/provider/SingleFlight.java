package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.bus.Deadline;
import dev.gatehouse.provider.CallException.FailureKind;
import dev.gatehouse.tracing.Span;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shares one fetch among concurrent callers. The fetch runs on its own thread, so it completes even
 * if every caller times out. Each caller waits until its own deadline. A failure is returned to
 * later callers for a few seconds, so that they do not all retry.
 *
 * @param <V> type of the fetched value
 */
final class SingleFlight<V> {
  private static final Logger LOG = LoggerFactory.getLogger(SingleFlight.class);

  /** Time for which a failure is remembered. */
  static final Duration MEMORY = Duration.ofSeconds(5);

  private final Terms terms;
  private final ReentrantLock lock = new ReentrantLock();
  private CompletableFuture<V> flight;
  private Deadline landing = Deadline.in(Duration.ZERO);
  private Instant failedAt = Instant.MIN;

  /**
   * Settings shared by all flights of a provider.
   *
   * @param name name of the provider
   * @param timeout time limit of a fetch with all its calls
   */
  record Terms(String name, Duration timeout, InstantSource clock) {}

  SingleFlight(Terms terms) {
    this.terms = terms;
  }

  /**
   * Returns the running fetch or starts one. Returns the last fetch's failure while it is
   * remembered. Does not block.
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

  /** Returns how long the current fetch has been running. */
  Duration age() {
    lock.lock();
    try {
      return terms.timeout().minus(landing.remaining());
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a fetch, no longer than the patience. Throws the fetch's failure. */
  V await(CompletableFuture<V> fetched, Duration patience) {
    try {
      return fetched.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      throw CallException.of(FailureKind.TIMEOUT, false, "a request is still running", e)
          .failure(terms.name(), true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CallException.of(FailureKind.TIMEOUT, false, "interrupted", e)
          .failure(terms.name(), true);
    }
  }

  private boolean remembered() {
    Duration since = Duration.between(failedAt, terms.clock().instant());
    // A clock that was set back must not prolong the failure.
    return flight.isCompletedExceptionally() && !since.isNegative() && since.compareTo(MEMORY) < 0;
  }

  private void start(CompletableFuture<V> flight, Deadline deadline, Supplier<V> fetch) {
    Span caller = Span.current();
    Thread.ofVirtual()
        .name(terms.name() + "-fetch")
        .start(() ->
            ScopedValue.where(HttpExchange.FETCH, deadline)
                .where(Span.CURRENT, caller)
                .run(() -> fetch(flight, fetch)));
  }

  private void fetch(CompletableFuture<V> flight, Supplier<V> fetch) {
    try {
      flight.complete(fetch.get());
    } catch (Throwable e) {
      LOG.warn("request to {} failed: {}", terms.name(), e.toString());
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
