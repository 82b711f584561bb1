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
import dev.gatehouse.messages.ProductMessages.CatalogueQuery;
import dev.gatehouse.messages.ProductMessages.ProductChanged;
import dev.gatehouse.messages.ProductMessages.ProductListQuery;
import dev.gatehouse.provider.Freshness;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * In-memory copy of the oldest products with short descriptions, for the feed. It is loaded on
 * first use. A product with a known change is read again before the next answer. After events were
 * lost, all products are read again, and the previous ones are served meanwhile. One attempt to
 * read runs at a time, in the background. A failed attempt keeps what it has read, and the next one
 * continues after it.
 */
final class CatalogueExcerpt {
  private static final Logger LOG = LoggerFactory.getLogger(CatalogueExcerpt.class);
  private static final Origin ORIGIN = Origin.ownTask("catalogue", "storefront");
  private static final Duration MAX_AGE = Duration.ofDays(1);
  private static final Duration FAILURE_KEPT = Duration.ofSeconds(1);
  private static final int RETRY_SECONDS = 2;

  /** Maximum time for which the old products are served while they cannot be read. */
  private static final Duration MAX_STALE = Duration.ofMinutes(10);

  /** Maximum time for which a page waits that can be shown with some of the products. */
  private static final Duration SHORT_WAIT = Duration.ofMillis(100);

  private static final int LARGEST_PAGE = 500;
  private static final int SMALLEST_PAGE = 20;

  /** Maximum number of changed products that one request reads. */
  private static final int CHANGES = 100;

  /** Maximum number of changed products that are read one by one. */
  private static final int MAX_CHANGES = 1_000;

  /** Maximum number of characters of a description. */
  private static final int MAX_DESCRIPTION = 500;

  /** Represents all products, when an event names none. */
  private static final String ALL = "";

  /** Maximum number of products. The feed reports that it does not contain the newer ones. */
  static final int MAX_PRODUCTS = 10_000;

  private static final Comparator<CatalogueProduct> OLDEST_FIRST =
      Comparator.comparing((CatalogueProduct product) -> product.createdAt())
          .thenComparing(CatalogueProduct::id);

  private final Dispatcher dispatcher;
  private final ProductMapping mapping;
  private final Duration patience;
  private final LongSupplier nanoTime;
  private final Set<String> changed = ConcurrentHashMap.newKeySet();

  // Used only by the attempt.
  private final LinkedHashMap<String, CatalogueProduct> read = new LinkedHashMap<>();
  private final Map<String, CatalogueProduct> products = new HashMap<>();
  private boolean complete;
  private int page = LARGEST_PAGE;

  /** Monotonic time at which the unfinished reading of all products began; null after its end. */
  private volatile Long begun;

  /** Monotonic time of the first failure since the last success; null without one. */
  private volatile Long failingSince;

  private volatile List<CatalogueProduct> soFar = List.of();
  private volatile Held held;
  private CompletableFuture<Void> attempt;
  private Deadline failureKept = Deadline.in(Duration.ZERO);

  private record Held(Snapshot snapshot, long readAt) {}

  /**
   * @param patience maximum time for which a caller waits, and for reading a page
   */
  CatalogueExcerpt(
      Dispatcher dispatcher, ProductMapping mapping, Duration patience, LongSupplier nanoTime) {
    this.dispatcher = dispatcher;
    this.mapping = mapping;
    this.patience = patience;
    this.nanoTime = nanoTime;
  }

  /**
   * Records a change from an event with the product's {@code id}. After a gap, all products are
   * read.
   */
  void changed(ProductChanged event) {
    boolean one = event.id() != null && changed.size() < MAX_CHANGES;
    changed.add(one ? event.id() : ALL);
  }

  /**
   * Returns the products, with their last known changes unless all products are being read. May
   * block.
   *
   * @throws ApiException if no products are available
   */
  Snapshot current() {
    Deadline until = Deadline.in(patience);
    while (isDue()) {
      CompletableFuture<Void> running = join();
      if (held != null && mustReadAll()) {
        return stale(running.isCompletedExceptionally() ? failureOf(running) : busy(null));
      }
      try {
        running.get(until.remaining().toNanos(), TimeUnit.NANOSECONDS);
      } catch (ExecutionException failed) {
        return stale(failureOf(running));
      } catch (TimeoutException late) {
        return stale(busy(late));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw busy(e);
      }
    }
    return held.snapshot();
  }

  /**
   * Returns the products; the first ones if all are being read for the first time. May block.
   *
   * @param wait maximum time to wait for the first ones
   * @throws ApiException if no products are available
   */
  Snapshot soFar(Duration wait) {
    Deadline until = Deadline.in(wait);
    while (held == null && !endsSoon(join())) {
      List<CatalogueProduct> first = soFar;
      if (!first.isEmpty()) {
        return snapshot(first, false);
      }
      if (until.passed()) {
        throw busy(null);
      }
    }
    return current();
  }

  private static boolean endsSoon(CompletableFuture<Void> running) {
    try {
      running.get(SHORT_WAIT.toMillis(), TimeUnit.MILLISECONDS);
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

  /** Starts to read the products if they have never been read. Does not block. */
  void load() {
    if (held == null) {
      join();
    }
  }

  private boolean isDue() {
    return mustReadAll() || !changed.isEmpty();
  }

  private boolean mustReadAll() {
    Held known = held;
    return known == null
        || begun != null
        || changed.contains(ALL)
        || older(known.readAt(), MAX_AGE);
  }

  private boolean older(long time, Duration age) {
    return nanoTime.getAsLong() - time > age.toNanos();
  }

  /** Returns the old products for a limited time, then throws the failure. */
  private Snapshot stale(ApiException failed) {
    Held known = held;
    Long since = failingSince;
    if (known == null || (since != null && older(since, MAX_STALE))) {
      throw failed;
    }
    return known.snapshot();
  }

  private static ApiException failureOf(CompletableFuture<Void> failed) {
    Throwable cause = failed.exceptionNow();
    return cause instanceof ApiException known ? known : busy(cause);
  }

  private static ApiException busy(Throwable cause) {
    return ApiError.busy(ErrorCode.OVERLOADED, "the catalog is loading: retry", RETRY_SECONDS)
        .exception(cause);
  }

  /**
   * Returns the running attempt, or starts one if it is still due. Returns a failed attempt for a
   * short time after it failed. Does not block.
   */
  private synchronized CompletableFuture<Void> join() {
    if (attempt == null || (attempt.isDone() && failureKept.passed() && isDue())) {
      var next = new CompletableFuture<Void>();
      attempt = next;
      Thread.ofVirtual().name("catalogue-reading").start(() -> run(next));
    }
    return attempt;
  }

  private void run(CompletableFuture<Void> running) {
    try {
      if (mustReadAll()) {
        readAll();
      }
      readChanged();
      failingSince = null;
      running.complete(null);
    } catch (RuntimeException | Error failed) {
      page = Math.max(SMALLEST_PAGE, page / 2);
      if (failingSince == null) {
        failingSince = nanoTime.getAsLong();
      }
      LOG.warn("reading the catalogue failed, keeping previous data: {}", failed.toString());
      keepFailure();
      running.completeExceptionally(failed);
    }
  }

  private synchronized void keepFailure() {
    failureKept = Deadline.in(FAILURE_KEPT);
  }

  /** Changes before the start of a reading are part of it. Later ones are read after it. */
  private void readAll() {
    if (begun == null || older(begun, MAX_AGE)) {
      begun = nanoTime.getAsLong();
      read.clear();
      changed.removeAll(Set.copyOf(changed));
    }
    List<CatalogueProduct> next = next();
    while (!next.isEmpty() && read.size() < MAX_PRODUCTS) {
      next.forEach(product -> read.put(product.id(), product));
      soFar = List.copyOf(read.values());
      next = next();
    }
    products.clear();
    products.putAll(read);
    complete = next.isEmpty();
    hold(begun);
    begun = null;
    read.clear();
    soFar = List.of();
  }

  /** Reads the next page. A product that was deleted cannot be the start of a page. */
  private List<CatalogueProduct> next() {
    ProductListQuery first = ProductListQuery.oldest(0, page).shortened(MAX_DESCRIPTION);
    while (!read.isEmpty()) {
      try {
        return ask(first.following(read.lastEntry().getKey()));
      } catch (ApiException failed) {
        if (failed.failure().code() != ErrorCode.PRODUCT_NOT_FOUND) {
          throw failed;
        }
        read.pollLastEntry();
      }
    }
    return ask(first);
  }

  private List<CatalogueProduct> ask(ProductListQuery query) {
    return dispatcher.ask(ProductMessages.LIST, query, ORIGIN, patience).products();
  }

  /** Makes a new snapshot only if a product differs, because that takes time. */
  private void readChanged() {
    List<String> ids = someChanged();
    boolean differs = false;
    try {
      while (!ids.isEmpty()) {
        differs |= readAgain(ids);
        ids = someChanged();
      }
    } finally {
      if (differs) {
        hold(held.readAt());
      }
    }
  }

  private List<String> someChanged() {
    return changed.stream().filter(id -> !id.equals(ALL)).limit(CHANGES).toList();
  }

  /** Reads products again, and returns whether one of them differs. */
  private boolean readAgain(List<String> ids) {
    Map<String, CatalogueProduct> found = new HashMap<>();
    ids.forEach(changed::remove);
    try {
      dispatcher
          .ask(ProductMessages.CATALOGUE, CatalogueQuery.of(ids), ORIGIN, patience)
          .products()
          .forEach(product -> found.put(product.id(), product.shortened(MAX_DESCRIPTION)));
    } catch (ApiException failed) {
      changed.addAll(ids);
      throw failed;
    }
    boolean same = ids.stream().allMatch(id -> Objects.equals(products.get(id), found.get(id)));
    products.keySet().removeAll(ids);
    products.putAll(found);
    return !same;
  }

  /** Shows the products that were read, and forgets those beyond the maximum. */
  private void hold(long readAt) {
    List<CatalogueProduct> oldest = products.values().stream().sorted(OLDEST_FIRST).toList();
    if (oldest.size() > MAX_PRODUCTS) {
      complete = false;
      oldest.stream().skip(MAX_PRODUCTS).forEach(product -> products.remove(product.id()));
      oldest = oldest.subList(0, MAX_PRODUCTS);
    }
    held = new Held(snapshot(oldest, complete), readAt);
  }

  private Snapshot snapshot(List<CatalogueProduct> oldest, boolean isComplete) {
    Instant updatedAt =
        oldest.stream()
            .map(product -> product.updatedAt())
            .max(Comparator.naturalOrder())
            .orElse(Instant.EPOCH);
    List<ShopProduct> shown = oldest.stream().map(mapping::product).toList();
    return new Snapshot(shown, updatedAt, isComplete, Freshness.NONE);
  }
}
