package dev.gatehouse.areas.commerce.products;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Status;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.StockCount;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.StockHold;
import dev.gatehouse.messages.ProductMessages.StockHeld;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;

/** Product of the catalog as other areas receive it, with fields that are stored for queries. */
record Product(@JsonUnwrapped CatalogueProduct stored) {
  private static final int END = 6;

  String id() {
    return stored.id();
  }

  /** Returns the end of the id that is part of the product's address. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  String idEnd() {
    return id().substring(Math.max(0, id().length() - END));
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  String sortName() {
    return stored.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the price as a number that every store orders alike. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  double sortPrice() {
    return stored.price().doubleValue();
  }

  /** Returns true for a product that only the owner sees, otherwise null. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  Boolean unlisted() {
    return stored.status() == Status.DRAFT ? true : null;
  }

  /** Returns true for a product that the shop does not show, otherwise null. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  Boolean notForSale() {
    return stored.status() == Status.ACTIVE ? null : true;
  }

  /** Returns a label that buyers can order; empty if absent. */
  Optional<StockCount> line(String label) {
    return stored.stock().stream()
        .filter(line -> line.label().equals(label) && !line.hidden())
        .filter(line -> stored.status() == Status.ACTIVE)
        .findFirst();
  }

  /** Returns the prices of its labels by {@code StockHeld.priceKey}. */
  Map<String, BigDecimal> prices(Instant now) {
    Map<String, BigDecimal> prices = new HashMap<>();
    // For nodes of an earlier release.
    prices.put(id(), stored.price(now).amount());
    for (StockCount line : stored.stock()) {
      prices.put(StockHeld.priceKey(id(), line.label()), stored.price(line, now).amount());
    }
    return prices;
  }

  /** Returns this product with a hold, whose quantity is subtracted from the stock. */
  Product holding(StockHold hold) {
    return stocked(hold.label(), -hold.quantity()).marking(hold);
  }

  /** Returns this product with a hold whose quantity was subtracted before. */
  Product marking(StockHold hold) {
    List<StockHold> more = new ArrayList<>(stored.holds());
    more.add(hold);
    return new Product(stored.with(stored.stock(), more));
  }

  /**
   * Returns this product without the holds of one attempt of an order.
   *
   * @param giveBack whether to return their quantity to the stock, except for deleted labels
   */
  Product withoutHolds(String order, int attempt, boolean giveBack) {
    Map<Boolean, List<StockHold>> own =
        stored.holds().stream()
            .collect(
                Collectors.partitioningBy(
                    hold -> hold.order().equals(order) && hold.attempt() == attempt));
    Product left = new Product(stored.with(stored.stock(), own.get(false)));
    for (StockHold hold : giveBack ? own.get(true) : List.<StockHold>of()) {
      left = left.stocked(hold.label(), hold.quantity());
    }
    return left;
  }

  private Product stocked(String label, int more) {
    List<StockCount> counts =
        stored.stock().stream()
            .map(line ->
                line.label().equals(label) && line.count() != null
                    ? line.counting(Math.addExact(line.count(), more))
                    : line)
            .toList();
    return new Product(stored.with(counts, stored.holds()));
  }

  boolean hasUploads() {
    return stored.images().stream().anyMatch(image -> image.startsWith("/"));
  }

  JsonObject asRead() {
    return Query.version(id(), stored.version());
  }

  Product nextVersion() {
    return new Product(stored.nextVersion());
  }
}
