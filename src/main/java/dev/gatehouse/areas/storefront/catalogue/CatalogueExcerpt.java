package dev.gatehouse.areas.storefront.catalogue;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct;
import dev.gatehouse.messages.ProductMessages.CatalogueQuery;
import dev.gatehouse.messages.ProductMessages.ProductChanged;
import dev.gatehouse.messages.ProductMessages.ProductListQuery;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * In-memory copy of the oldest products with short descriptions, for the feed. It is loaded on
 * first use. A product with a known change is read again before the next answer, and all products
 * after events were lost.
 */
final class CatalogueExcerpt {
  private static final Logger LOG = LoggerFactory.getLogger(CatalogueExcerpt.class);
  private static final Duration MAX_AGE = Duration.ofDays(1);

  /** Maximum time for which the old products are served after a change that cannot be read. */
  private static final Duration MAX_STALE = Duration.ofMinutes(10);

  private static final Duration FAILURE_KEPT = Duration.ofSeconds(1);
  private static final int RETRY_SECONDS = 2;
  private static final String BUSY = "the catalog is loading: retry";
  private static final int PAGE = 500;

  /** Maximum number of changed products that are read one by one. */
  private static final int MAX_CHANGES = 1_000;

  /** Maximum number of characters of a description. */
  private static final int MAX_DESCRIPTION = 500;

  /** Represents all products, when an event names none. */
  private static final String ALL = "";

  /** Maximum number of products. The feed reports that it does not contain the newer ones. */
  static final int MAX_PRODUCTS = 10_000;

  private static final Comparator<CatalogueProduct> OLDEST_FIRST =
      Comparator.comparing((CatalogueProduct product) -> product.times().createdAt())
          .thenComparing(CatalogueProduct::id);

  private final Dispatcher dispatcher;
  private final ProductMapping mapping;
  private final Duration patience;
  private final InstantSource clock;
  private final ReentrantLock refreshing = new ReentrantLock();
  private final Set<String> changed = ConcurrentHashMap.newKeySet();
  private final Map<String, CatalogueProduct> stored = new TreeMap<>();
  private volatile Held held;
  private boolean complete = true;
  private ApiException failure;
  private volatile Instant failingSince;
  private Deadline failureKept = Deadline.in(Duration.ZERO);

  private record Held(Snapshot snapshot, Instant readAt) {}

  /**
   * @param currency of the catalog's prices
   * @param patience maximum time for reading all pages
   */
  CatalogueExcerpt(Dispatcher dispatcher, String currency, Duration patience, InstantSource clock) {
    this.dispatcher = dispatcher;
    this.mapping = new ProductMapping(currency);
    this.patience = patience;
    this.clock = clock;
  }

  /**
   * Records a change from an event with the product's {@code id}. After a gap, all products are
   * read.
   */
  void changed(ProductChanged event) {
    if (changed.size() == MAX_CHANGES) {
      changed.add(ALL);
    } else {
      changed.add(event.id() == null ? ALL : event.id());
    }
  }

  /**
   * Returns the products, with their last known changes. May block.
   *
   * @throws ApiException if no products are available
   */
  Snapshot current(Call call) {
    Held known = held;
    if (known != null && changed.isEmpty() && !older(known, MAX_AGE)) {
      return known.snapshot();
    }
    return turn()
        ? refreshed(call)
        : stale(ApiError.busy(ErrorCode.OVERLOADED, BUSY, RETRY_SECONDS).exception());
  }

  /** One thread reads at a time. The others wait no longer than a read may take. */
  private boolean turn() {
    try {
      return refreshing.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ApiError.busy(ErrorCode.OVERLOADED, BUSY, RETRY_SECONDS).exception(e);
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
    Instant since = failingSince;
    if (known == null || (since != null && clock.instant().isAfter(since.plus(MAX_STALE)))) {
      throw failed;
    }
    LOG.warn(
        "refresh of the catalogue failed, keeping previous data: {}", failed.failure().message());
    return known.snapshot();
  }

  private boolean older(Held known, Duration age) {
    return clock.instant().isAfter(known.readAt().plus(age));
  }

  private void refresh(Call call) {
    try {
      if (held == null || older(held, MAX_AGE) || changed.contains(ALL)) {
        readAll(call);
      } else if (!changed.isEmpty()) {
        readChanged(call);
      }
      failingSince = null;
    } catch (ApiException failed) {
      failure = failed;
      failingSince = failingSince == null ? clock.instant() : failingSince;
      failureKept = Deadline.in(FAILURE_KEPT);
      throw failed;
    }
  }

  private void readAll(Call call) {
    Instant now = clock.instant();
    Set<String> before = Set.copyOf(changed);
    changed.removeAll(before);
    try {
      Map<String, CatalogueProduct> all = allPages(call);
      stored.clear();
      stored.putAll(all);
    } catch (ApiException failed) {
      changed.addAll(before);
      throw failed;
    }
    hold(now);
  }

  private Map<String, CatalogueProduct> allPages(Call call) {
    Deadline until = Deadline.in(patience);
    Map<String, CatalogueProduct> all = new TreeMap<>();
    ProductListQuery first = ProductListQuery.oldest(0, PAGE).shortened(MAX_DESCRIPTION);
    List<CatalogueProduct> page = ask(call, until, first);
    while (!page.isEmpty() && all.size() < MAX_PRODUCTS) {
      page.forEach(product -> all.put(product.id(), product));
      page = ask(call, until, first.following(page.getLast().id()));
    }
    complete = page.isEmpty();
    return all;
  }

  private void readChanged(Call call) {
    List<String> ids = new ArrayList<>(changed);
    ids.forEach(changed::remove);
    try {
      readStored(call, ids);
    } catch (ApiException failed) {
      changed.addAll(ids);
      throw failed;
    }
  }

  /** Makes a new snapshot only if a product differs, because that takes time. */
  private void readStored(Call call, List<String> ids) {
    Map<String, CatalogueProduct> found = new HashMap<>();
    dispatcher
        .ask(ProductMessages.CATALOGUE, CatalogueQuery.of(ids), call.origin(), patience)
        .products()
        .forEach(product -> found.put(product.id(), product.shortened(MAX_DESCRIPTION)));
    if (ids.stream().allMatch(id -> Objects.equals(stored.get(id), found.get(id)))) {
      return;
    }
    ids.forEach(stored::remove);
    stored.putAll(found);
    hold(held.readAt());
  }

  private void hold(Instant readAt) {
    Instant updatedAt =
        stored.values().stream()
            .map(product -> product.times().updatedAt())
            .max(Comparator.naturalOrder())
            .orElse(Instant.EPOCH);
    List<CatalogueProduct> oldest = stored.values().stream().sorted(OLDEST_FIRST).toList();
    if (oldest.size() > MAX_PRODUCTS) {
      complete = false;
      oldest.subList(MAX_PRODUCTS, oldest.size()).forEach(product -> stored.remove(product.id()));
      oldest = oldest.subList(0, MAX_PRODUCTS);
    }
    List<ShopProduct> products = oldest.stream().map(mapping::product).toList();
    held = new Held(new Snapshot(products, updatedAt, complete), readAt);
  }

  private List<CatalogueProduct> ask(Call call, Deadline until, ProductListQuery query) {
    return dispatcher.ask(ProductMessages.LIST, query, call.origin(), until.remaining()).products();
  }
}
