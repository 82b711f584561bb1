package dev.gatehouse.areas.commerce.products;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Offer;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Presentation;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Status;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.StockCount;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.StockHold;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Times;
import dev.gatehouse.messages.ProductMessages.StockHeld;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;

/**
 * Product of the catalog, one flat document.
 *
 * @param holds stock held by unpaid orders, already subtracted from the stock
 * @param version number of changes
 */
record Product(
    String id,
    @JsonUnwrapped Presentation presentation,
    @JsonUnwrapped Offer offer,
    @JsonUnwrapped Times times,
    List<StockHold> holds,
    long version) {
  private static final int END = 6;

  /** A product stored by a release without holds has none. */
  Product {
    holds = Objects.requireNonNullElse(holds, List.of());
  }

  /** Returns the end of the id that is part of the product's address. Stored for its index. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  String idEnd() {
    return id.substring(Math.max(0, id.length() - END));
  }

  /** Returns the name in lower case. Stored for its index. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  String sortName() {
    return presentation.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the price as a number that every store orders alike. Stored for its index. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  double sortPrice() {
    return offer.price().doubleValue();
  }

  /** Returns true for a product that only the owner sees, otherwise null. Stored for queries. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  Boolean unlisted() {
    return times.status() == Status.DRAFT ? true : null;
  }

  /** Returns true for a product that the shop does not show, otherwise null. Stored for queries. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  Boolean notForSale() {
    return times.status() == Status.ACTIVE ? null : true;
  }

  /** Returns a label that buyers can order; empty if absent. */
  Optional<StockCount> line(String label) {
    return offer.stock().stream()
        .filter(line -> line.label().equals(label) && !line.hidden())
        .filter(line -> times.status() == Status.ACTIVE)
        .findFirst();
  }

  /** Returns the prices of its labels by {@code StockHeld.priceKey}. */
  Map<String, BigDecimal> prices(Instant now) {
    Map<String, BigDecimal> prices = new HashMap<>();
    // For nodes of an earlier release.
    prices.put(id, offer.price(now).amount());
    for (StockCount line : offer.stock()) {
      prices.put(StockHeld.priceKey(id, line.label()), offer.price(line, now).amount());
    }
    return prices;
  }

  /** Returns this product with a hold, whose quantity is subtracted from the stock. */
  Product holding(StockHold hold) {
    return new Product(
            id, presentation, stocked(hold.label(), -hold.quantity()), times, holds, version)
        .marking(hold);
  }

  /** Returns this product with a hold whose quantity was subtracted before. */
  Product marking(StockHold hold) {
    List<StockHold> more = new ArrayList<>(holds);
    more.add(hold);
    return new Product(id, presentation, offer, times, more, version);
  }

  /**
   * Returns this product without the holds of one attempt of an order.
   *
   * @param giveBack whether to return their quantity to the stock, except for deleted labels
   */
  Product withoutHolds(String order, int attempt, boolean giveBack) {
    Product left =
        new Product(
            id,
            presentation,
            offer,
            times,
            holds.stream().filter(hold -> !isOf(hold, order, attempt)).toList(),
            version);
    if (giveBack) {
      for (StockHold hold : holds) {
        if (isOf(hold, order, attempt)) {
          Offer more = left.stocked(hold.label(), hold.quantity());
          left = new Product(id, presentation, more, times, left.holds(), version);
        }
      }
    }
    return left;
  }

  private Offer stocked(String label, int more) {
    return offer.with(
        offer.stock().stream()
            .map(line -> {
              if (line.label().equals(label) && line.count() != null) {
                return line.counting(Math.addExact(line.count(), more));
              }
              return line;
            })
            .toList());
  }

  /** Returns whether it shows uploaded pictures. */
  boolean hasUploads() {
    return presentation.images().stream().anyMatch(image -> image.startsWith("/"));
  }

  private static boolean isOf(StockHold hold, String order, int attempt) {
    return hold.order().equals(order) && hold.attempt() == attempt;
  }

  /** This product as other areas receive it. */
  CatalogueProduct forCatalogue() {
    return new CatalogueProduct(id, presentation, offer, times, holds, version);
  }

  /** Returns the query for this version. */
  JsonObject asRead() {
    return Query.version(id, version);
  }

  Product changedAt(Instant now) {
    return new Product(id, presentation, offer, times.changedAt(now), holds, version);
  }

  /** Returns this product with the next version number. */
  Product nextVersion() {
    return new Product(id, presentation, offer, times, holds, version + 1);
  }
}
