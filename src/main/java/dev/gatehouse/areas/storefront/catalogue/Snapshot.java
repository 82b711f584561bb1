package dev.gatehouse.areas.storefront.catalogue;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All products for sale at a moment; never changed. */
public final class Snapshot {
  private final List<ShopProduct> products;
  private final Instant updatedAt;
  private final boolean complete;
  private final Map<String, ShopProduct> byId = new HashMap<>();
  private final Map<String, ShopProduct> byHandle = new HashMap<>();
  private final Map<String, ShopVariant> variants = new LinkedHashMap<>();

  /**
   * @param products in the order in which they are shown
   * @param updatedAt when they were last known to change
   * @param complete false where there are more than are held here
   */
  public Snapshot(List<ShopProduct> products, Instant updatedAt, boolean complete) {
    this.products = List.copyOf(products);
    this.updatedAt = updatedAt;
    this.complete = complete;
    for (ShopProduct product : products) {
      byId.put(product.id(), product);
      byHandle.putIfAbsent(product.handle(), product);
      product.variants().forEach(variant -> variants.put(variant.key().legacyId(), variant));
    }
  }

  public List<ShopProduct> products() {
    return products;
  }

  public Instant updatedAt() {
    return updatedAt;
  }

  /** Returns whether all products and variants are here; else callers are told so. */
  public boolean isComplete() {
    return complete;
  }

  /** A product by its global id. */
  public Optional<ShopProduct> product(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  public Optional<ShopProduct> byHandle(String handle) {
    return Optional.ofNullable(byHandle.get(handle));
  }

  /** A variant by its global id or the end of that. */
  public Optional<ShopVariant> variant(String id) {
    return Optional.ofNullable(variants.get(GlobalId.end(GlobalId.VARIANT, id)));
  }
}
