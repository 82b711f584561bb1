package dev.gatehouse.areas.storefront.catalogue;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Immutable snapshot of all products for sale. */
public final class Snapshot implements Products {
  private final List<ShopProduct> products;
  private final Instant updatedAt;
  private final boolean complete;
  private final Integer unreadable;
  private final Map<String, ShopProduct> byId = new HashMap<>();
  private final Map<String, ShopProduct> byHandle = new HashMap<>();
  private final Map<String, ShopVariant> variants = new LinkedHashMap<>();

  /**
   * @param products in display order
   * @param updatedAt time of their last known change
   * @param complete false if more products exist than this snapshot contains
   * @param unreadable number of invalid entries that an external shop returned and that are left
   *     out; null for the local catalog
   */
  public Snapshot(
      List<ShopProduct> products, Instant updatedAt, boolean complete, Integer unreadable) {
    this.products = List.copyOf(products);
    this.updatedAt = updatedAt;
    this.complete = complete;
    this.unreadable = unreadable;
    for (ShopProduct product : products) {
      byId.put(product.id(), product);
      byHandle.putIfAbsent(product.handle(), product);
      product.variants().forEach(variant -> variants.put(variant.key().legacyId(), variant));
    }
  }

  public List<ShopProduct> products() {
    return products;
  }

  @Override
  public List<ShopProduct> page(int skip, int limit) {
    return products.stream().skip(skip).limit(limit).toList();
  }

  @Override
  public long size() {
    return products.size();
  }

  public Instant updatedAt() {
    return updatedAt;
  }

  @Override
  public boolean isComplete() {
    return complete;
  }

  @Override
  public Optional<ShopProduct> product(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  @Override
  public Optional<ShopProduct> byHandle(String handle) {
    return Optional.ofNullable(byHandle.get(handle));
  }

  @Override
  public Optional<ShopVariant> variant(String id) {
    return Optional.ofNullable(variants.get(GlobalId.end(GlobalId.VARIANT, id)));
  }

  @Override
  public Optional<Integer> unreadable() {
    return Optional.ofNullable(unreadable);
  }

  /** All products are in memory. */
  @Override
  public void expect(Collection<String> wanted) {}
}
