package dev.gatehouse.areas.commerce.products;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Offer;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Presentation;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.StockCount;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** Product in a client's request. */
record ProductRequest(
    String name,
    String description,
    BigDecimal price,
    Map<String, Integer> stock,
    String category,
    List<String> images,
    String type,
    String url) {
  /** Some currencies have three. */
  private static final int MAX_DECIMALS = 3;

  private static final int MAX_LABELS = 100;
  private static final int MAX_LABEL = 40;

  Presentation presentation() {
    return new Presentation(name, description, category, type, url, images);
  }

  /**
   * Returns the offer after checking it.
   *
   * @throws dev.gatehouse.bus.ApiException 400 that names the field
   */
  Offer offer() {
    BigDecimal plain = price.stripTrailingZeros();
    badRequestUnless(
        plain.scale() <= MAX_DECIMALS, "price", "must have at most " + MAX_DECIMALS + " decimals");
    badRequestUnless(
        stock.size() <= MAX_LABELS, "stock", "must have at most " + MAX_LABELS + " labels");
    stock.keySet().forEach(ProductRequest::checkLabel);
    return new Offer(
        plain.setScale(Math.max(0, plain.scale())),
        stock.entrySet().stream()
            .map(line -> new StockCount(line.getKey(), line.getValue()))
            .toList());
  }

  private static void checkLabel(String label) {
    badRequestUnless(
        !label.isBlank()
            && label.codePointCount(0, label.length()) <= MAX_LABEL
            && AcceptableText.isLine(label),
        "stock",
        "must have labels of 1 to " + MAX_LABEL + " characters in one line");
  }
}
