package dev.gatehouse.areas.storefront.catalogue;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** A product as the catalogue tells of it. */
record StoredProduct(
    String id,
    @JsonUnwrapped Wording wording,
    @JsonUnwrapped Place place,
    BigDecimal price,
    List<StockLine> stock,
    @JsonUnwrapped Times times) {

  record Wording(String name, String description, String category) {}

  /**
   * The place of sale.
   *
   * @param type marketplace-a, marketplace-b or regular
   * @param url empty for here
   * @param images addresses
   */
  record Place(String type, String url, List<String> images) {
    boolean here() {
      return type.equals("regular") && url.isEmpty();
    }
  }

  record StockLine(String label, int count) {}

  record Times(Instant createdAt, Instant updatedAt) {}

  Instant createdAt() {
    return times.createdAt();
  }

  Instant updatedAt() {
    return times.updatedAt();
  }
}
