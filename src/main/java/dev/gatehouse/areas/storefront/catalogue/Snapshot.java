package dev.gatehouse.areas.storefront.catalogue;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Immutable snapshot of all products for sale. */
public final class Snapshot {
  private final List<ShopProduct> products;
  private final Instant updatedAt;
  private final boolean complete;
  private final Map<String, ShopProduct> byId = new HashMap<>();
  private final Map<String, ShopProduct> byHandle = new HashMap<>();
  private final Map<String, ShopVariant> variants = new LinkedHashMap<>();

  /**
   * @param products in display order
   * @param updatedAt time of their last known change
   * @param complete false if more products exist than this snapshot contains
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

  /** Returns whether all products and variants are included. Answers report if they are not. */
  public boolean isComplete() {
    return complete;
  }

  /** Returns a product by its global id. */
  public Optional<ShopProduct> product(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  public Optional<ShopProduct> byHandle(String handle) {
    return Optional.ofNullable(byHandle.get(handle));
  }

  /** Returns a variant by its global id or the end of it. */
  public Optional<ShopVariant> variant(String id) {
    return Optional.ofNullable(variants.get(GlobalId.end(GlobalId.VARIANT, id)));
  }
}
