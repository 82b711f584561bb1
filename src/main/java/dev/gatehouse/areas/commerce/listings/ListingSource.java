package dev.gatehouse.areas.commerce.listings;

import java.util.List;

/** Source of a marketplace's listings. */
@FunctionalInterface
interface ListingSource {
  /** Maximum number of listings in a set. */
  int MAX_LISTINGS = 1_000;

  /**
   * Fetches all listings. Blocks.
   *
   * @throws dev.gatehouse.bus.ApiException if they cannot be fetched
   */
  List<Listing> fetch();
}
