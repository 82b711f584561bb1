package dev.gatehouse.areas.commerce.products;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A product of the catalogue, one flat document.
 *
 * @param holds stock that unpaid orders hold; it is in the stock no more
 * @param version counts the changes
 */
record Product(
    String id,
    @JsonUnwrapped Presentation presentation,
    @JsonUnwrapped Offer offer,
    @JsonUnwrapped Times times,
    List<Hold> holds,
    long version) {
  /** A product that was stored before there were holds has none. */
  Product {
    holds = holds == null ? List.of() : holds;
  }

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

  /**
   * Stock that an order holds.
   *
   * @param attempt of the order to be paid, since it may come again after its hold was over
   */
  record Hold(String order, int attempt, String label, int quantity) {
    boolean isOf(String other, int lastAttempt) {
      return order.equals(other) && attempt <= lastAttempt;
    }
  }

  /** The stock of a label that nobody holds. */
  int count(String label) {
    return offer.stock().stream()
        .filter(line -> line.label().equals(label))
        .mapToInt(StockLine::count)
        .findFirst()
        .orElse(0);
  }

  /** This product with a hold, whose stock it has. */
  Product holding(Hold hold) {
    List<Hold> more = new ArrayList<>(holds);
    more.add(hold);
    return new Product(
        id, presentation, stocked(hold.label(), -hold.quantity()), times, more, version);
  }

  /**
   * This product without the holds of an order.
   *
   * @param lastAttempt of the order; later ones stay
   * @param giveBack whether their stock is there again; a label that is gone gets none
   */
  Product withoutHolds(String order, int lastAttempt, boolean giveBack) {
    Product left =
        new Product(
            id,
            presentation,
            offer,
            times,
            holds.stream().filter(hold -> !hold.isOf(order, lastAttempt)).toList(),
            version);
    if (giveBack) {
      for (Hold hold : holds) {
        if (hold.isOf(order, lastAttempt)) {
          Offer more = left.stocked(hold.label(), hold.quantity());
          left = new Product(id, presentation, more, times, left.holds(), version);
        }
      }
    }
    return left;
  }

  private Offer stocked(String label, int more) {
    return new Offer(
        offer.price(),
        offer.stock().stream()
            .map(line ->
                line.label().equals(label)
                    ? new StockLine(label, Math.addExact(line.count(), more))
                    : line)
            .toList());
  }

  /** This product as other areas receive it. */
  CatalogueProduct forCatalogue() {
    return new CatalogueProduct(
        id,
        new CatalogueProduct.Presentation(
            presentation.name(),
            presentation.description(),
            presentation.category(),
            presentation.type(),
            presentation.url(),
            presentation.images()),
        new CatalogueProduct.Offer(
            offer.price(),
            offer.stock().stream()
                .map(line -> new CatalogueProduct.StockCount(line.label(), line.count()))
                .toList()),
        new CatalogueProduct.Times(times.createdAt(), times.updatedAt()),
        holds.stream()
            .map(hold ->
                new CatalogueProduct.StockHold(
                    hold.order(), hold.attempt(), hold.label(), hold.quantity()))
            .toList(),
        version);
  }

  /** This product as the change after the one that it was read with. */
  Product nextVersion() {
    return new Product(id, presentation, offer, times, holds, version + 1);
  }
}
