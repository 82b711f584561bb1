package dev.gatehouse.commerce.products;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/**
 * A product of the catalogue, one flat document.
 *
 * @param version counts the changes
 */
record Product(
    String id,
    @JsonUnwrapped Presentation presentation,
    @JsonUnwrapped Offer offer,
    @JsonUnwrapped Times times,
    long version) {

  /**
   * A product as the shop shows it.
   *
   * @param type marketplace-a, marketplace-b or regular
   * @param url where it is sold; empty for here
   * @param images addresses
   */
  record Presentation(
      String name,
      String description,
      String category,
      String type,
      String url,
      List<String> images) {}

  /** The terms on which it is sold. */
  record Offer(BigDecimal price, List<StockLine> stock) {}

  /**
   * A size and how many there are; a list, since labels are no names of fields ({@code $}, {@code
   * .}).
   */
  record StockLine(String label, int count) {}

  record Times(Instant createdAt, Instant updatedAt) {}
}
