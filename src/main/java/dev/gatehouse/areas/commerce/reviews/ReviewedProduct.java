package dev.gatehouse.areas.commerce.reviews;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * Product with its reviews on the marketplace, stored as one flat document.
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
   * @param totalReviews on the marketplace; fewer of them may be stored
   */
  record Standing(String productName, BigDecimal rating, int totalReviews) {
    static final Standing UNKNOWN = new Standing("", BigDecimal.ZERO, 0);
  }

  /**
   * State of a product's fetching.
   *
   * @param lastFetched time of the last success; null before the first one
   * @param due time of the next fetch; null if absent before the next refresh
   * @param failure why the last fetch failed; null if it succeeded
   * @param unreadable number of invalid reviews that the last success left out; null for none
   */
  record Fetching(
      Instant lastFetched,
      Instant due,
      Instant triedAt,
      int failures,
      String failure,
      Integer unreadable) {}

  /**
   * Result of a fetch: a product's rating and its reviews.
   *
   * @param unreadable number of invalid reviews that are left out
   */
  record FetchedReviews(Standing standing, List<MarketplaceReview> reviews, int unreadable) {}

  /**
   * Review on the marketplace.
   *
   * @param rating 1 to 5
   * @param date null if unknown
   * @param verified whether the author bought the product there
   * @param helpful number of readers who found it helpful
   */
  record MarketplaceReview(
      String reviewerName,
      String title,
      String body,
      int rating,
      Instant date,
      boolean verified,
      int helpful) {}
}
