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
 * In-memory copy of the site's own catalog. It is loaded on first use and every minute after that,
 * because change events can be lost between nodes. A product with a known change is read again
 * before the next answer. Reads need no look-ups, but purchases are decided by the stored
 * documents.
 */
public final class LocalCatalogue implements Catalogue {
  private static final Logger LOG = LoggerFactory.getLogger(LocalCatalogue.class);
  private static final Duration MAX_AGE = Duration.ofMinutes(1);

  /** Maximum age of the old catalog that is served while reading fails. */
  private static final Duration MAX_STALE = Duration.ofMinutes(10);

  private static final Duration FAILURE_KEPT = Duration.ofSeconds(1);
  private static final int RETRY_SECONDS = 2;
  private static final String BUSY = "the catalog is loading: retry";
  private static final int PAGE = 500;

  /** Represents all products, when an event names none. */
  private static final String ALL = "";

  /** Maximum number of products in memory. Newer ones are not for sale, and answers report that. */
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
  private Deadline failureKept = Deadline.in(Duration.ZERO);

  private record Held(Snapshot snapshot, Instant readAt) {}

  /**
   * @param currency of the catalog's prices
   * @param patience maximum time for reading all pages
   */
  public LocalCatalogue(
      Dispatcher dispatcher, String currency, Duration patience, InstantSource clock) {
    this.dispatcher = dispatcher;
    this.mapping = new ProductMapping(currency);
    this.patience = patience;
    this.clock = clock;
  }

  /**
   * Records a change from an event with the product's {@code id}. After a gap, all products are
   * read.
   */
  public void changed(ProductChanged event) {
    changed.add(event.id() == null ? ALL : event.id());
  }

  @Override
  public Snapshot current(Call call) {
    Held known = held;
    if (known != null && changed.isEmpty() && !older(known, MAX_AGE)) {
      return known.snapshot();
    }
    return turn()
        ? refreshed(call)
        : stale(ApiError.busy(ErrorCode.OVERLOADED, BUSY, RETRY_SECONDS).exception());
  }

  @Override
  public Snapshot current(Call call, Set<String> products) {
    if (!turn()) {
      throw ApiError.busy(ErrorCode.OVERLOADED, BUSY, RETRY_SECONDS).exception();
    }
    try {
      mustNotHaveJustFailed();
      refresh(call);
      readStored(call, List.copyOf(products));
      return held.snapshot();
    } finally {
      refreshing.unlock();
    }
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
    if (known == null || older(known, MAX_STALE)) {
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
    } catch (ApiException failed) {
      failure = failed;
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
    List<CatalogueProduct> page = ask(call, until, CatalogueQuery.page("", PAGE));
    while (!page.isEmpty() && all.size() < MAX_PRODUCTS) {
      page.forEach(product -> all.put(product.id(), product));
      page = ask(call, until, CatalogueQuery.page(page.getLast().id(), PAGE));
    }
    complete = page.isEmpty();
    if (!complete) {
      LOG.warn("the storefront shows only the first {} products", all.size());
    }
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
    ask(call, Deadline.in(patience), CatalogueQuery.of(ids))
        .forEach(product -> found.put(product.id(), product));
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
    List<ShopProduct> products =
        stored.values().stream().sorted(OLDEST_FIRST).map(mapping::product).toList();
    held = new Held(new Snapshot(products, updatedAt, complete), readAt);
  }

  private List<CatalogueProduct> ask(Call call, Deadline until, CatalogueQuery query) {
    return dispatcher
        .ask(ProductMessages.CATALOGUE, query, call.origin(), until.remaining())
        .products();
  }
}
