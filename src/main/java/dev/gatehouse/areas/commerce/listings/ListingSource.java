package dev.gatehouse.areas.commerce.listings;

import java.util.List;

/** The place that a marketplace's listings come from. */
@FunctionalInterface
interface ListingSource {
  /** As many as a set has. */
  int MAX_LISTINGS = 1_000;

  /**
   * Asks for all listings; blocks.
   *
   * @throws dev.gatehouse.bus.ApiException when they are not to be had
   */
  List<Listing> fetch();
}
