package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.bus.Deadline;
import dev.gatehouse.tracing.Span;

/** Runs the calls of one fetch in parallel. Each call has the remaining time of the fetch. */
public final class FetchThreads {
  private static final Duration FOR_EVER = Duration.ofDays(1);

  private FetchThreads() {}

  /**
   * Returns the results of all items in their order. Blocks until all are done or one fails.
   *
   * @param maxAtOnce maximum number of items processed at a time
   * @throws RuntimeException the first failure in the order of the items; items that have not
   *     started by then are skipped
   */
  public static <T, R> List<R> map(List<T> items, int maxAtOnce, Function<T, R> each) {
    Deadline end = HttpExchange.within(FOR_EVER);
    Span caller = Span.current();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(maxAtOnce, Thread.ofVirtual().factory())) {
      List<Future<R>> results =
          items.stream()
              .map(item ->
                  threads.submit(() ->
                      ScopedValue.where(HttpExchange.FETCH, end)
                          .where(Span.CURRENT, caller)
                          .call(() -> each.apply(item))))
              .toList();
      try {
        return results.stream().map(FetchThreads::get).toList();
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private static <R> R get(Future<R> result) {
    try {
      return result.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    }
  }
}
