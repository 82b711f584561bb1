package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct;
import dev.gatehouse.messages.ProductMessages.ProductListQuery;

/**
 * Reads the oldest products in the background, one attempt at a time. A failed attempt keeps the
 * products that it has read, and the next attempt continues after the last one.
 */
final class CatalogueReading {
  private static final Duration FAILURE_KEPT = Duration.ofSeconds(1);
  private static final int RETRY_SECONDS = 2;
  private static final int LARGEST_PAGE = 500;
  private static final int SMALLEST_PAGE = 20;
  private static final Origin ORIGIN = Origin.ownTask("catalogue", "storefront");

  private final Dispatcher dispatcher;
  private final Duration patience;
  private final Limits limits;
  private final LinkedHashMap<String, CatalogueProduct> read = new LinkedHashMap<>();
  private volatile List<CatalogueProduct> soFar = List.of();
  private int page = LARGEST_PAGE;
  private CompletableFuture<Void> attempt;
  private Deadline failureKept = Deadline.in(Duration.ZERO);

  /**
   * Limits of the products in memory.
   *
   * @param letters maximum number of characters of a description
   */
  record Limits(int products, int letters) {}

  /**
   * Result of a reading.
   *
   * @param complete whether there are no more products
   */
  record All(Map<String, CatalogueProduct> products, boolean complete) {}

  /** Receives the steps of a reading, on the thread that reads. */
  interface Listener {
    /** Returns whether all products must be read. */
    boolean isDue();

    /** Is called before an attempt. Returns whether to discard the products of earlier attempts. */
    boolean begins();

    void ends(All all);

    void fails(RuntimeException failed);
  }

  /**
   * @param patience maximum time for reading a page
   */
  CatalogueReading(Dispatcher dispatcher, Duration patience, Limits limits) {
    this.dispatcher = dispatcher;
    this.patience = patience;
    this.limits = limits;
  }

  /**
   * Returns the running attempt, or starts one if it is still due. Returns a failed attempt for a
   * short time after it failed. Does not block.
   */
  synchronized CompletableFuture<Void> join(Listener listener) {
    if (attempt == null || (attempt.isDone() && failureKept.passed() && listener.isDue())) {
      CompletableFuture<Void> next = new CompletableFuture<>();
      attempt = next;
      Thread.ofVirtual().name("catalogue-reading").start(() -> run(next, listener));
    }
    return attempt;
  }

  /** Waits for an attempt. The attempt continues if it takes longer. */
  void await(CompletableFuture<Void> running) {
    try {
      running.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException failed) {
      throw failureOf(running);
    } catch (TimeoutException late) {
      throw busy(late);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw busy(e);
    }
  }

  /** Returns whether an attempt ends within a time, successfully or not. */
  boolean endsWithin(Duration time, CompletableFuture<Void> running) {
    try {
      running.get(time.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException failed) {
      return true;
    } catch (TimeoutException late) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw busy(e);
    }
  }

  /** Returns the products that the current or last attempt has read until now. */
  List<CatalogueProduct> soFar() {
    return soFar;
  }

  /** Returns why an attempt failed. */
  static ApiException failureOf(CompletableFuture<Void> failed) {
    Throwable cause = failed.exceptionNow();
    return cause instanceof ApiException known ? known : busy(cause);
  }

  /** Returns the failure of a caller that cannot wait. */
  static ApiException busy(Throwable cause) {
    return ApiError.busy(ErrorCode.OVERLOADED, "the catalog is loading: retry", RETRY_SECONDS)
        .exception(cause);
  }

  private void run(CompletableFuture<Void> running, Listener listener) {
    try {
      if (listener.begins()) {
        read.clear();
      }
      boolean complete = readOn();
      listener.ends(new All(Map.copyOf(read), complete));
      read.clear();
      soFar = List.of();
      running.complete(null);
    } catch (RuntimeException failed) {
      page = Math.max(SMALLEST_PAGE, page / 2);
      listener.fails(failed);
      keep();
      running.completeExceptionally(failed);
    }
  }

  private synchronized void keep() {
    failureKept = Deadline.in(FAILURE_KEPT);
  }

  /** Returns whether there are no more products than those that were read. */
  private boolean readOn() {
    List<CatalogueProduct> next = next();
    while (!next.isEmpty() && read.size() < limits.products()) {
      next.forEach(product -> read.put(product.id(), product));
      soFar = List.copyOf(read.values());
      next = next();
    }
    return next.isEmpty();
  }

  /** Reads the next page. A product that was deleted cannot be the start of a page. */
  private List<CatalogueProduct> next() {
    while (!read.isEmpty()) {
      try {
        return ask(first().following(read.lastEntry().getKey()));
      } catch (ApiException failed) {
        if (failed.failure().code() != ErrorCode.PRODUCT_NOT_FOUND) {
          throw failed;
        }
        read.pollLastEntry();
      }
    }
    return ask(first());
  }

  private ProductListQuery first() {
    return ProductListQuery.oldest(0, page).shortened(limits.letters());
  }

  private List<CatalogueProduct> ask(ProductListQuery query) {
    return dispatcher.ask(ProductMessages.LIST, query, ORIGIN, patience).products();
  }
}
