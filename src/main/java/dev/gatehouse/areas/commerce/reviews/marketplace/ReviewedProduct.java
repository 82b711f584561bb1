package dev.gatehouse.areas.commerce.reviews.marketplace;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/**
 * A product with its reviews on the marketplace, one flat document.
 *
 * @param id its ASIN
 */
record ReviewedProduct(
    String id,
    @JsonUnwrapped Standing standing,
    List<MarketplaceReview> reviews,
    @JsonUnwrapped Fetching fetching) {

  /**
   * @param rating 0 to 5
   * @param totalReviews on the marketplace; those that are kept here may be fewer
   */
  record Standing(String productName, BigDecimal rating, int totalReviews) {
    static final Standing UNKNOWN = new Standing("", BigDecimal.ZERO, 0);
  }

  /**
   * The state of its fetching.
   *
   * @param lastFetched null until that succeeded
   * @param due when it is to be fetched next; null for not before the next refresh
   * @param triedAt when it was begun last
   * @param failures in a row
   */
  record Fetching(Instant lastFetched, Instant due, Instant triedAt, int failures) {}

  /** A source's word on a product. */
  record Told(Standing standing, List<MarketplaceReview> reviews) {}
}
