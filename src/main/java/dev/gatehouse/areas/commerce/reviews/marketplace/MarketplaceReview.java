package dev.gatehouse.areas.commerce.reviews.marketplace;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;

/**
 * Review on the marketplace.
 *
 * @param rating 1 to 5
 * @param date null if unknown
 * @param verified whether the author bought the product there
 * @param helpful number of readers who found it helpful
 */
record MarketplaceReview(
    @JsonUnwrapped Words words, int rating, Instant date, boolean verified, int helpful) {
  record Words(String reviewerName, String title, String body) {}
}
