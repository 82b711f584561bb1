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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The site's own catalogue, held in memory. It is read as a whole when it is first wanted and every
 * minute after that, since the word of a change can be lost between nodes; what is known to have
 * changed is read again before the next answer. Answers come out of memory, so that a question
 * costs no look-ups; what is bought is decided by the documents alone.
 */
public final class LocalCatalogue implements Catalogue {
  private static final Logger LOG = LoggerFactory.getLogger(LocalCatalogue.class);
  private static final Duration MAX_AGE = Duration.ofMinutes(1);

  /** An old answer is better than none, for so long. */
  private static final Duration MAX_STALE = Duration.ofMinutes(10);

  private static final Duration FAILURE_KEPT = Duration.ofSeconds(1);
  private static final int RETRY_SECONDS = 2;
  private static final String BUSY = "the catalogue is being read: ask again";
  private static final int PAGE = 500;

  /** Stands for products that nobody names. */
  private static final String ALL = "";

  /** Products that are held; those that came later are not for sale, and answers say so. */
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
   * @param currency of the catalogue's prices
   * @param patience the time that a reading may take, however many pages it has
   */
  public LocalCatalogue(
      Dispatcher dispatcher, String currency, Duration patience, InstantSource clock) {
    this.dispatcher = dispatcher;
    this.mapping = new ProductMapping(currency);
    this.patience = patience;
    this.clock = clock;
  }

  /** Takes note of a change, whose event names the product's {@code id}; of a gap, of any. */
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

  /** One reads at a time; the others wait for that no longer than he may take. */
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

  /** Spares those who have waited for one that failed the same once more. */
  private void mustNotHaveJustFailed() {
    if (failure != null && !failureKept.passed()) {
      throw failure;
    }
    failure = null;
  }

  /** The catalogue as it was, for some time; then the failure. */
  private Snapshot stale(ApiException failed) {
    Held known = held;
    if (known == null || older(known, MAX_STALE)) {
      throw failed;
    }
    LOG.warn("the catalogue is as it was: {}", failed.failure().message());
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
      LOG.warn("the storefront shows {} products and leaves the others out", all.size());
    }
    return all;
  }

  private void readChanged(Call call) {
    List<String> ids = new ArrayList<>(changed);
    ids.forEach(changed::remove);
    try {
      List<CatalogueProduct> found = ask(call, Deadline.in(patience), CatalogueQuery.of(ids));
      ids.forEach(stored::remove);
      found.forEach(product -> stored.put(product.id(), product));
    } catch (ApiException failed) {
      changed.addAll(ids);
      throw failed;
    }
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
