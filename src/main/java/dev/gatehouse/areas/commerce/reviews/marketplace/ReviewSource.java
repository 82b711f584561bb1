package dev.gatehouse.areas.commerce.reviews.marketplace;

import java.util.List;

/** Source of marketplace reviews. */
interface ReviewSource {
  /** Maximum number of products; more are not stored. */
  int MAX_PRODUCTS = 200;

  /** Maximum number of stored reviews for each product. */
  int MAX_REVIEWS = 50;

  String ASIN = "[A-Z0-9]{10}";

  /** Returns the ASINs of the known products. May block. */
  List<String> asins();

  /**
   * Fetches a product. Blocks.
   *
   * @throws dev.gatehouse.bus.ApiException if it cannot be fetched
   */
  ReviewedProduct.FetchedReviews fetch(String asin);
}
