package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct;
import dev.gatehouse.messages.ProductMessages.CatalogueQuery;
import dev.gatehouse.messages.ProductMessages.ProductChanged;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * In-memory copy of the oldest products with short descriptions, for the feed. It is loaded on
 * first use. A product with a known change is read again before the next answer. After events were
 * lost, all products are read in the background, and the previous ones are served meanwhile.
 */
final class CatalogueExcerpt {
  private static final Logger LOG = LoggerFactory.getLogger(CatalogueExcerpt.class);
  private static final Duration MAX_AGE = Duration.ofDays(1);
  private static final Duration FAILURE_KEPT = Duration.ofSeconds(1);

  /** Maximum time for which the old products are served after a change that cannot be read. */
  private static final Duration MAX_STALE = Duration.ofMinutes(10);

  /** Maximum time for which a page waits that can be shown with some of the products. */
  private static final Duration SHORT_WAIT = Duration.ofMillis(100);

  /** Maximum number of changed products that one request reads. */
  private static final int PAGE = 100;

  /** Maximum number of changed products that are read one by one. */
  private static final int MAX_CHANGES = 1_000;

  /** Maximum number of characters of a description. */
  private static final int MAX_DESCRIPTION = 500;

  /** Represents all products, when an event names none. */
  private static final String ALL = "";

  /** Maximum number of products. The feed reports that it does not contain the newer ones. */
  static final int MAX_PRODUCTS = 10_000;

  private final Dispatcher dispatcher;
  private final Duration patience;
  private final LongSupplier nanoTime;
  private final CatalogueReading reading;
  private final Steps steps = new Steps();
  private final ReentrantLock refreshing = new ReentrantLock();
  private final Set<String> changed = ConcurrentHashMap.newKeySet();
  private final OldestProducts oldest;

  /** Monotonic time at which the unfinished reading of all products began; null after its end. */
  private volatile Long begun;

  private volatile Held held;
  private final AtomicReference<Long> failingSince = new AtomicReference<>();
  private ApiException failure;
  private Deadline failureKept = Deadline.in(Duration.ZERO);

  private record Held(Snapshot snapshot, long readAt) {}

  /**
   * @param patience maximum time for which a caller waits, and for reading a page
   * @param nanoTime monotonic clock
   */
  CatalogueExcerpt(
      Dispatcher dispatcher, ProductMapping mapping, Duration patience, LongSupplier nanoTime) {
    this.dispatcher = dispatcher;
    this.oldest = new OldestProducts(mapping, MAX_PRODUCTS);
    this.patience = patience;
    this.nanoTime = nanoTime;
    this.reading =
        new CatalogueReading(
            dispatcher, patience, new CatalogueReading.Limits(MAX_PRODUCTS, MAX_DESCRIPTION));
  }

  /**
   * Records a change from an event with the product's {@code id}. After a gap, all products are
   * read.
   */
  void changed(ProductChanged event) {
    if (changed.size() >= MAX_CHANGES || event.id() == null) {
      changed.add(ALL);
    } else {
      changed.add(event.id());
    }
  }

  /**
   * Returns the products, with their last known changes unless all products are being read. May
   * block.
   *
   * @throws ApiException if no products are available
   */
  Snapshot current(Call call) {
    Held known = held;
    if (mustReadAll(known)) {
      CompletableFuture<Void> attempt = reading.join(steps);
      if (known != null) {
        return attempt.isCompletedExceptionally()
            ? stale(CatalogueReading.failureOf(attempt))
            : notTooOld(known);
      }
      reading.await(attempt);
    } else if (changed.isEmpty()) {
      return known.snapshot();
    }
    return turn() ? refreshed(call) : stale(CatalogueReading.busy(null));
  }

  /**
   * Returns the products; the first ones if all are being read for the first time. May block.
   *
   * @param wait maximum time to wait for the first ones
   * @throws ApiException if no products are available
   */
  Snapshot soFar(Call call, Duration wait) {
    Deadline until = Deadline.in(wait);
    while (held == null && !reading.endsWithin(SHORT_WAIT, reading.join(steps))) {
      List<CatalogueProduct> first = reading.soFar();
      if (!first.isEmpty()) {
        return oldest.snapshot(first, false);
      }
      if (until.passed()) {
        throw CatalogueReading.busy(null);
      }
    }
    return current(call);
  }

  /** Starts to read the products if they have never been read. Does not block. */
  void load() {
    if (held == null) {
      reading.join(steps);
    }
  }

  private boolean mustReadAll(Held known) {
    return known == null
        || begun != null
        || changed.contains(ALL)
        || older(known.readAt(), MAX_AGE);
  }

  /** Changes the products in memory when a reading of all products ends. */
  private final class Steps implements CatalogueReading.Listener {
    @Override
    public boolean isDue() {
      return mustReadAll(held);
    }

    /** Changes before the start of a reading are part of it. Later ones are read after it. */
    @Override
    public boolean begins() {
      boolean first = begun == null || older(begun, MAX_AGE);
      if (first) {
        begun = nanoTime.getAsLong();
        changed.removeAll(Set.copyOf(changed));
      }
      return first;
    }

    @Override
    public void ends(CatalogueReading.All all) {
      refreshing.lock();
      try {
        oldest.replace(all);
        hold(begun);
        failingSince.set(null);
        begun = null;
      } finally {
        refreshing.unlock();
      }
    }

    @Override
    public void fails(RuntimeException failed) {
      failingSince.compareAndSet(null, nanoTime.getAsLong());
    }
  }

  /** One thread reads changes at a time. The others wait no longer than a read may take. */
  private boolean turn() {
    try {
      return refreshing.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CatalogueReading.busy(e);
    }
  }

  private Snapshot refreshed(Call call) {
    try {
      mustNotHaveJustFailed();
      refresh(call);
      return held.snapshot();
    } catch (ApiException failed) {
      return stale(failed);
    } finally {
      refreshing.unlock();
    }
  }

  /** Lets callers that waited for a failed read fail without another attempt. */
  private void mustNotHaveJustFailed() {
    if (failure != null && !failureKept.passed()) {
      throw failure;
    }
    failure = null;
  }

  /** Returns the old catalog for a limited time, then throws the failure. */
  private Snapshot stale(ApiException failed) {
    Held known = held;
    if (known == null || failsTooLong()) {
      throw failed;
    }
    LOG.warn(
        "refresh of the catalogue failed, keeping previous data: {}", failed.failure().message());
    return known.snapshot();
  }

  private Snapshot notTooOld(Held known) {
    if (failsTooLong()) {
      throw CatalogueReading.busy(null);
    }
    return known.snapshot();
  }

  private boolean failsTooLong() {
    Long since = failingSince.get();
    return since != null && older(since, MAX_STALE);
  }

  private boolean older(long time, Duration age) {
    return nanoTime.getAsLong() - time > age.toNanos();
  }

  private void refresh(Call call) {
    try {
      readChanged(call);
      failingSince.set(null);
    } catch (ApiException failed) {
      failure = failed;
      failingSince.compareAndSet(null, nanoTime.getAsLong());
      failureKept = Deadline.in(FAILURE_KEPT);
      throw failed;
    }
  }

  /** Makes a new snapshot only if a product differs, because that takes time. */
  private void readChanged(Call call) {
    List<String> ids = changed.stream().filter(id -> !id.equals(ALL)).toList();
    Deadline until = Deadline.in(patience);
    boolean differs = false;
    try {
      for (int from = 0; from < ids.size(); from += PAGE) {
        differs |= readStored(call, until, ids.subList(from, Math.min(ids.size(), from + PAGE)));
      }
    } finally {
      if (differs) {
        hold(held.readAt());
      }
    }
  }

  /** Reads products again, and returns whether one of them differs. */
  private boolean readStored(Call call, Deadline until, List<String> ids) {
    Map<String, CatalogueProduct> found = new HashMap<>();
    ids.forEach(changed::remove);
    try {
      dispatcher
          .ask(ProductMessages.CATALOGUE, CatalogueQuery.of(ids), call.origin(), until.remaining())
          .products()
          .forEach(product -> found.put(product.id(), product.shortened(MAX_DESCRIPTION)));
    } catch (ApiException failed) {
      changed.addAll(ids);
      throw failed;
    }
    return oldest.replace(ids, found);
  }

  private void hold(long readAt) {
    held = new Held(oldest.snapshot(), readAt);
  }
}
