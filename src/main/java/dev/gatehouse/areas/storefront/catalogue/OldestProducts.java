package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.messages.ProductMessages.CatalogueProduct;
import dev.gatehouse.provider.Freshness;

/** The oldest products of the catalog, up to a maximum number. Used by one thread at a time. */
final class OldestProducts {
  private static final Comparator<CatalogueProduct> OLDEST_FIRST =
      Comparator.comparing((CatalogueProduct product) -> product.times().createdAt())
          .thenComparing(CatalogueProduct::id);

  private final ProductMapping mapping;
  private final int max;
  private final Map<String, CatalogueProduct> products = new TreeMap<>();
  private boolean complete = true;

  OldestProducts(ProductMapping mapping, int max) {
    this.mapping = mapping;
    this.max = max;
  }

  /** Replaces all products. */
  void replace(CatalogueReading.All all) {
    products.clear();
    products.putAll(all.products());
    complete = all.complete();
  }

  /**
   * Replaces some products.
   *
   * @param found those that still exist, by their id
   * @return whether one of them differs
   */
  boolean replace(Collection<String> ids, Map<String, CatalogueProduct> found) {
    boolean same = ids.stream().allMatch(id -> Objects.equals(products.get(id), found.get(id)));
    ids.forEach(products::remove);
    products.putAll(found);
    return !same;
  }

  /** Returns the products, and forgets those beyond the maximum. */
  Snapshot snapshot() {
    List<CatalogueProduct> oldest = products.values().stream().sorted(OLDEST_FIRST).toList();
    if (oldest.size() > max) {
      complete = false;
      oldest.subList(max, oldest.size()).forEach(product -> products.remove(product.id()));
      oldest = oldest.subList(0, max);
    }
    return snapshot(oldest, complete);
  }

  /** Returns given products, which need not be those of this object. */
  Snapshot snapshot(List<CatalogueProduct> oldest, boolean isComplete) {
    Instant updatedAt =
        oldest.stream()
            .map(product -> product.times().updatedAt())
            .max(Comparator.naturalOrder())
            .orElse(Instant.EPOCH);
    List<ShopProduct> shown = oldest.stream().map(mapping::product).toList();
    return new Snapshot(shown, updatedAt, isComplete, Freshness.NONE);
  }
}
