package dev.gatehouse.areas.commerce.reviews.marketplace;

import java.util.List;

/** The place that marketplace reviews come from. */
interface ReviewSource {
  /** Products; more are not kept. */
  int MAX_PRODUCTS = 200;

  /** Reviews of a product that are kept. */
  int MAX_REVIEWS = 50;

  /** The form of an ASIN. */
  String ASIN = "[A-Z0-9]{10}";

  /** The products that it knows; may block. */
  List<String> asins();

  /**
   * Asks for a product; blocks.
   *
   * @throws dev.gatehouse.bus.ApiException when it is not to be had
   */
  ReviewedProduct.Told fetch(String asin);
}
