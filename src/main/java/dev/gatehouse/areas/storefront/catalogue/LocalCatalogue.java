package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.messages.ProductMessages.ProductChanged;

/**
 * The site's own catalog. Each call reads only the products that it shows. Recent pages are kept in
 * memory until a product changes.
 */
public final class LocalCatalogue implements Catalogue {
  private final CatalogueExcerpt excerpt;
  private final CataloguePages pages;

  /**
   * @param patience maximum time for reading products
   */
  public LocalCatalogue(
      Dispatcher dispatcher,
      String currency,
      InstantSource clock,
      Duration patience,
      LongSupplier nanoTime) {
    var mapping = new ProductMapping(currency, clock);
    this.excerpt = new CatalogueExcerpt(dispatcher, mapping, patience, nanoTime);
    this.pages = new CataloguePages(dispatcher, mapping, patience, nanoTime);
  }

  /** Records a change from an event. After a gap, the event names no product. */
  public void changed(ProductChanged event) {
    excerpt.changed(event);
    pages.changed();
  }

  /** Starts to load the excerpt if it has never been loaded. Does not block. */
  public void load() {
    excerpt.load();
  }

  @Override
  public StoredProducts products(Call call) {
    return new StoredProducts(pages, call);
  }

  @Override
  public Snapshot excerpt(Call call) {
    return excerpt.current();
  }

  @Override
  public Snapshot excerptSoFar(Call call, Duration wait) {
    return excerpt.soFar(wait);
  }
}
