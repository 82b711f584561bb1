package dev.gatehouse.areas.commerce.listings;

import dev.gatehouse.formats.AcceptableText;
import java.math.BigDecimal;
import java.util.stream.Stream;

/**
 * Offer on a marketplace.
 *
 * @param asin the marketplace's id for it
 * @param price with its currency, as displayed
 * @param url of the offer; empty for none
 * @param imageUrl empty for none
 * @param rating 0 to 5; 0 if unknown
 * @param reviews number of reviews
 */
record Listing(
    String title,
    String asin,
    String price,
    String url,
    String imageUrl,
    BigDecimal rating,
    int reviews) {

  /** Returns whether all its texts may be stored and shown. */
  boolean isAcceptable() {
    return !AcceptableText.isBlank(title)
        && Stream.of(title, asin, price, url, imageUrl).allMatch(AcceptableText::isLine);
  }
}
