package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.Catalogue.Products;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct.GlobalId;
import dev.gatehouse.provider.Freshness;

/** Immutable snapshot of all products for sale. */
public final class Snapshot implements Products {
  private final List<ShopProduct> products;
  private final Instant updatedAt;
  private final boolean complete;
  private final Freshness freshness;
  private final Map<String, ShopProduct> byId;
  private final Map<String, ShopProduct> byHandle;
  private final Map<String, ShopVariant> variants;

  /**
   * @param products in display order
   * @param updatedAt time of their last known change
   * @param complete false if more products exist than this snapshot contains
   * @param freshness {@link Freshness#NONE} for the local catalog
   */
  public Snapshot(
      List<ShopProduct> products, Instant updatedAt, boolean complete, Freshness freshness) {
    this.products = List.copyOf(products);
    this.updatedAt = updatedAt;
    this.complete = complete;
    this.freshness = freshness;
    this.byId = new HashMap<>();
    this.byHandle = new HashMap<>();
    this.variants = new LinkedHashMap<>();
    for (ShopProduct product : products) {
      byId.put(product.id(), product);
      byHandle.putIfAbsent(product.handle(), product);
      product.variants().forEach(variant -> variants.put(variant.legacyId(), variant));
    }
  }

  private Snapshot(Snapshot other, Freshness freshness) {
    this.products = other.products;
    this.updatedAt = other.updatedAt;
    this.complete = other.complete;
    this.freshness = freshness;
    this.byId = other.byId;
    this.byHandle = other.byHandle;
    this.variants = other.variants;
  }

  public Snapshot as(Freshness current) {
    return new Snapshot(this, current);
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
  public Freshness freshness() {
    return freshness;
  }

  /** All products are in memory. */
  @Override
  public void expect(Collection<String> wanted) {}
}
