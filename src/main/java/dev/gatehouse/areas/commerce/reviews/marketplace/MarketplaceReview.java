package dev.gatehouse.areas.commerce.reviews.marketplace;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;

/**
 * A review on the marketplace.
 *
 * @param rating 1 to 5
 * @param date null where it is not known
 * @param verified whether its author bought the product there
 * @param helpful how many found it so
 */
record MarketplaceReview(
    @JsonUnwrapped Words words, int rating, Instant date, boolean verified, int helpful) {
  /** The words of its author. */
  record Words(String reviewerName, String title, String body) {}
}
