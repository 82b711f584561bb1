package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.StoreFullException;
import dev.gatehouse.store.files.DiskFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs folds in the background. A symbol has one fold at a time, which all callers share. A fold
 * ends independently of its callers, and only the end of the node interrupts it. Callers get the
 * failure of a fold for some seconds, so that retries do not repeat the work.
 */
final class MarketFolds implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MarketFolds.class);
  private static final int MAX_RUNNING = 2;

  /** Maximum number of waiting requests. Others of the area must find a free slot. */
  private static final int MAX_WAITING = 16;

  /** Time to send the answer after the wait. */
  private static final Duration ANSWER_TIME = Duration.ofSeconds(1);

  private static final Duration MEMORY = Duration.ofSeconds(10);
  private static final Duration FULL_MEMORY = Duration.ofSeconds(60);
  private static final int RETRY_SECONDS = 5;
  private static final int STOP_SECONDS = 10;

  private final Fold fold;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          MAX_RUNNING, Thread.ofPlatform().name("market-fold-", 0).daemon().factory());
  private final Semaphore waiting = new Semaphore(MAX_WAITING);

  /** Running folds, and failed ones while their failure is remembered. Guarded by itself. */
  private final Map<String, Flight> flights = new HashMap<>();

  /** Work of one fold, which may take minutes. */
  @FunctionalInterface
  interface Fold {
    /**
     * @return empty if there is no such symbol, or if its data were replaced meanwhile
     */
    Optional<Folded> run(String symbol) throws IOException;
  }

  /**
   * Result of a fold.
   *
   * @param from the data that were folded
   * @param file the same data in one serving copy
   */
  record Folded(SymbolFile from, SymbolFile file) {}

  /** A fold that runs or has failed. */
  private static final class Flight {
    final CompletableFuture<Optional<Folded>> done = new CompletableFuture<>();

    /** Time until which a failure is remembered. */
    volatile Deadline kept = Deadline.in(Duration.ZERO);

    boolean isOver() {
      return done.isDone() && kept.passed();
    }
  }

  MarketFolds(Fold fold) {
    this.fold = fold;
  }

  /** Starts a fold unless one runs or has just failed. Does not block. */
  void schedule(String symbol) {
    flight(symbol);
  }

  /**
   * Waits for the end of a fold. Starts one unless one runs or has just failed.
   *
   * @return empty if there is no such symbol, or if its data were replaced meanwhile
   * @throws dev.gatehouse.bus.ApiException 503 if the fold does not end before the deadline
   */
  Optional<Folded> await(String symbol, Deadline deadline) throws IOException {
    if (!waiting.tryAcquire()) {
      throw running();
    }
    try {
      Duration patience = deadline.remaining().minus(ANSWER_TIME);
      return flight(symbol).done.get(Math.max(0, patience.toNanos()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw running();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw running();
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } finally {
      waiting.release();
    }
  }

  /** Stops running folds and waits for their end. Their files are deleted. */
  @Override
  public void close() {
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("a fold of market data does not stop");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Flight flight(String symbol) {
    synchronized (flights) {
      flights.values().removeIf(Flight::isOver);
      return flights.computeIfAbsent(symbol, this::started);
    }
  }

  private Flight started(String symbol) {
    Flight flight = new Flight();
    try {
      threads.execute(() -> run(symbol, flight));
    } catch (RejectedExecutionException closed) {
      flight.done.completeExceptionally(stopping());
    }
    return flight;
  }

  private void run(String symbol, Flight flight) {
    try {
      flight.done.complete(fold.run(symbol));
    } catch (Throwable e) {
      if (threads.isShutdown()) {
        flight.done.completeExceptionally(stopping());
        return;
      }
      LOG.warn("market data could not be folded symbol={} cause={}", symbol, e.toString());
      flight.kept = Deadline.in(isFull(e) ? FULL_MEMORY : MEMORY);
      flight.done.completeExceptionally(e);
    }
  }

  private static RuntimeException failure(Throwable cause) throws IOException {
    if (isFull(cause)) {
      return ApiError.busy(
              ErrorCode.APPEND_DEFERRED,
              "no disk space left to merge the added bars; free disk space",
              (int) FULL_MEMORY.toSeconds())
          .because(cause.toString())
          .exception();
    }
    if (cause instanceof IOException e) {
      throw e;
    }
    return cause instanceof RuntimeException e ? e : new IllegalStateException(cause);
  }

  private static boolean isFull(Throwable cause) {
    return cause instanceof StoreFullException
        || DiskFault.of(cause).filter(DiskFault.FULL::equals).isPresent();
  }

  private static RuntimeException running() {
    return deferred("the added bars are being written to the file");
  }

  private static RuntimeException stopping() {
    return deferred("the node is stopping");
  }

  private static RuntimeException deferred(String message) {
    return ApiException.busy(ErrorCode.APPEND_DEFERRED, message, RETRY_SECONDS);
  }
}
