package dev.gatehouse.areas.commerce.listings;

import module java.base;

import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.AcceptableText;

/** Source of a marketplace's listings. */
@FunctionalInterface
interface ListingSource {
  int MAX_LISTINGS = 1_000;

  /**
   * Listings of a source.
   *
   * @param unreadable number of elements that are left out because they are invalid
   */
  record Found(List<Listing> listings, int unreadable) {
    static <T> Found of(
        Json.Elements<T> elements, Predicate<T> isValid, Function<T, Listing> listing) {
      List<Listing> valid = elements.items().stream().filter(isValid).map(listing).toList();
      return new Found(valid, elements.odd() + elements.items().size() - valid.size());
    }

    static Found all(List<Found> parts) {
      return new Found(
          parts.stream().flatMap(part -> part.listings().stream()).toList(),
          parts.stream().mapToInt(Found::unreadable).sum());
    }
  }

  /**
   * Fetches all listings. Blocks.
   *
   * @throws dev.gatehouse.bus.ApiException if they cannot be fetched
   */
  Found fetch();

  /**
   * Offer on a marketplace.
   *
   * @param asin the marketplace's id for it
   * @param price with its currency, as displayed
   * @param url of the offer; empty for none
   * @param imageUrl empty for none
   * @param rating 0 to 5; 0 if unknown
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
}
