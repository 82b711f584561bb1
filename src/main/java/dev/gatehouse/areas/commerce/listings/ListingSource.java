package dev.gatehouse.areas.commerce.listings;

import module java.base;

import dev.gatehouse.bus.Json;

/** Source of a marketplace's listings. */
@FunctionalInterface
interface ListingSource {
  /** Maximum number of listings in a set. */
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
}
