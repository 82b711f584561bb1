package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.caching.MemoryCache;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.CatalogueQuery;
import dev.gatehouse.messages.ProductMessages.ProductChanged;
import dev.gatehouse.messages.ProductMessages.ProductEnd;
import dev.gatehouse.messages.ProductMessages.ProductList;
import dev.gatehouse.messages.ProductMessages.ProductListQuery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The site's own catalog. Each call reads only the products that it shows. Recent parts are kept in
 * memory until a product changes. An old part is served only while it cannot be read again, and
 * only for a limited time.
 */
public final class LocalCatalogue implements Catalogue {
  private static final Logger LOG = LoggerFactory.getLogger(LocalCatalogue.class);

  /** Maximum age of a part, because change events can be lost between nodes. */
  private static final Duration MAX_AGE = Duration.ofMinutes(1);

  /** Maximum age of an old part that is served while reading fails. */
  private static final Duration MAX_STALE = Duration.ofMinutes(10);

  private static final int SERVER_ERROR = 500;
  private static final Duration FAILURE_KEPT = Duration.ofSeconds(1);

  /** Maximum number of characters of all descriptions in memory. */
  private static final long MAX_LETTERS = 4_000_000;

  /** Characters that a product without a description counts for. */
  private static final int BASE = 500;

  private final CatalogueExcerpt excerpt;
  private final Dispatcher dispatcher;
  private final ProductMapping mapping;
  private final Duration patience;
  private final LongSupplier nanoTime;
  private final AtomicLong changes = new AtomicLong();
  private final MemoryCache<Object, Part> cache =
      MemoryCache.ofWeight(MAX_LETTERS, part -> BASE + part.page().letters());
  private volatile Outage outage = new Outage(null, Deadline.in(Duration.ZERO));

  /**
   * Part of the catalog.
   *
   * @param total number of all products; null unless the limit was 0
   */
  record Page(List<ShopProduct> products, Long total) {
    private long letters() {
      return products.stream()
          .mapToLong(product ->
              BASE + (product.description() == null ? 0 : product.description().length()))
          .sum();
    }
  }

  /**
   * @param readAt monotonic time in nanoseconds
   */
  private record Part(Page page, long changes, long readAt) {
    private boolean older(Duration age, long now) {
      return now - readAt > age.toNanos();
    }
  }

  private record Outage(ApiException cause, Deadline until) {}

  /**
   * @param patience maximum time for reading products
   * @param nanoTime monotonic clock
   */
  public LocalCatalogue(
      Dispatcher dispatcher,
      String currency,
      InstantSource clock,
      Duration patience,
      LongSupplier nanoTime) {
    this.dispatcher = dispatcher;
    this.mapping = new ProductMapping(currency, clock);
    this.patience = patience;
    this.nanoTime = nanoTime;
    this.excerpt = new CatalogueExcerpt(dispatcher, mapping, patience, nanoTime);
  }

  /** Records a change from an event. After a gap, the event names no product. */
  public void changed(ProductChanged event) {
    excerpt.changed(event);
    changes.incrementAndGet();
  }

  /** Starts to load the excerpt if it has never been loaded. Does not block. */
  public void load() {
    excerpt.load();
  }

  @Override
  public StoredProducts products(Call call) {
    return new StoredProducts(this, call);
  }

  @Override
  public Snapshot excerpt(Call call) {
    return excerpt.current();
  }

  @Override
  public Snapshot excerptSoFar(Call call, Duration wait) {
    return excerpt.soFar(wait);
  }

  /** Returns a part of the catalog, which may lack a change whose event has not arrived. */
  Page list(Call call, ProductListQuery query) {
    return kept(query, () -> read(call, query));
  }

  /** Returns a part of the catalog as stored now. */
  Page read(Call call, ProductListQuery query) {
    ProductList found = dispatcher.ask(ProductMessages.LIST, query, call.origin(), patience);
    return new Page(found.products().stream().map(mapping::product).toList(), found.total());
  }

  /** Returns the products with these ids that exist, as stored now. */
  List<ShopProduct> products(Call call, List<String> ids) {
    return dispatcher
        .ask(ProductMessages.CATALOGUE, CatalogueQuery.of(ids), call.origin(), patience)
        .products()
        .stream()
        .map(mapping::product)
        .toList();
  }

  Optional<ShopProduct> byHandle(Call call, String handle) {
    var end = new ProductEnd(ProductMapping.idEnd(handle));
    Page found = kept(new Handle(handle), () -> ending(call, end, handle));
    return found.products().stream().findFirst();
  }

  private record Handle(String handle) {}

  private Page ending(Call call, ProductEnd end, String handle) {
    List<ShopProduct> found =
        dispatcher.ask(ProductMessages.ENDING, end, call.origin(), patience).products().stream()
            .map(mapping::product)
            .toList();
    List<ShopProduct> named =
        found.stream().filter(product -> product.handle().equals(handle)).toList();
    return new Page(named.isEmpty() && found.size() == 1 ? found : named, null);
  }

  private Page kept(Object key, Supplier<Page> read) {
    Part known = cache.find(key);
    long now = nanoTime.getAsLong();
    long before = changes.get();
    if (known != null && known.changes() == before && !known.older(MAX_AGE, now)) {
      return known.page();
    }
    Outage last = outage;
    if (!last.until().passed()) {
      return stale(known, last.cause());
    }
    try {
      Page page = read.get();
      cache.put(key, new Part(page, before, now));
      return page;
    } catch (ApiException failed) {
      if (failed.failure().status() < SERVER_ERROR) {
        throw failed;
      }
      outage = new Outage(failed, Deadline.in(FAILURE_KEPT));
      return stale(known, failed);
    }
  }

  private Page stale(Part known, ApiException failed) {
    if (known == null || known.older(MAX_STALE, nanoTime.getAsLong())) {
      throw failed;
    }
    LOG.warn("reading products failed, keeping old ones: {}", failed.failure().message());
    return known.page();
  }
}
