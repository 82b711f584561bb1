package dev.gatehouse.areas.commerce.products;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Presentation;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.StockCount;

/** Product in a reply. */
record ProductView(
    String _id,
    String id,
    @JsonUnwrapped Presentation presentation,
    @JsonUnwrapped Terms terms,
    String status,
    Instant createdAt,
    Instant updatedAt) {
  /**
   * Prices and stock.
   *
   * @param currentPrices what buyers pay now, by label
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Terms(
      BigDecimal price,
      Map<String, Integer> stock,
      @JsonUnwrapped Sale sale,
      Map<String, ProductRequest.Variant> variants,
      Map<String, BigDecimal> currentPrices,
      boolean digital) {}

  /** A sale. Without one, all fields are null. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Sale(BigDecimal compareAtPrice, Instant saleFrom, Instant saleUntil) {}

  /**
   * @param now time of the current prices
   */
  static ProductView of(Product product, Instant now) {
    ProductRequest request = ProductRequest.of(product);
    Map<String, BigDecimal> current = new LinkedHashMap<>();
    for (StockCount line : product.offer().stock()) {
      current.put(line.label(), product.offer().price(line, now).amount());
    }
    return new ProductView(
        product.id(),
        product.id(),
        product.presentation(),
        new Terms(
            product.offer().price(),
            request.stock(),
            new Sale(request.compareAtPrice(), request.saleFrom(), request.saleUntil()),
            request.variants(),
            current,
            request.digital()),
        request.status(),
        product.times().createdAt(),
        product.times().updatedAt());
  }
}
