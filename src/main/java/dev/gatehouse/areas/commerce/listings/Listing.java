package dev.gatehouse.areas.commerce.listings;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.math.BigDecimal;

/**
 * Something that is listed on a marketplace.
 *
 * @param asin the marketplace's own number of it
 * @param price with its currency, as it is shown
 */
record Listing(
    String title,
    String asin,
    String price,
    @JsonUnwrapped Links links,
    @JsonUnwrapped Standing standing) {

  /** The addresses of the offer and of a picture; empty for none. */
  record Links(String url, String imageUrl) {}

  /**
   * @param rating 0 to 5; 0 also where it is not known
   * @param reviews how many there are
   */
  record Standing(BigDecimal rating, int reviews) {
    static final Standing UNKNOWN = new Standing(BigDecimal.ZERO, 0);
  }
}
