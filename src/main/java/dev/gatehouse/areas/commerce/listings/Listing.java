package dev.gatehouse.areas.commerce.listings;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.formats.AcceptableText;
import java.math.BigDecimal;
import java.util.stream.Stream;

/**
 * Offer on a marketplace.
 *
 * @param asin the marketplace's id for it
 * @param price with its currency, as displayed
 */
record Listing(
    String title,
    String asin,
    String price,
    @JsonUnwrapped Links links,
    @JsonUnwrapped Standing standing) {

  /** Returns whether all its texts may be stored and shown. */
  boolean isAcceptable() {
    return !AcceptableText.isBlank(title)
        && Stream.of(title, asin, price, links.url(), links.imageUrl())
            .allMatch(AcceptableText::isLine);
  }

  /** Addresses of the offer and of a picture; empty for none. */
  record Links(String url, String imageUrl) {}

  /**
   * @param rating 0 to 5; 0 if unknown
   * @param reviews number of reviews
   */
  record Standing(BigDecimal rating, int reviews) {
    static final Standing UNKNOWN = new Standing(BigDecimal.ZERO, 0);
  }
}
