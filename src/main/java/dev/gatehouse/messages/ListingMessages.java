package dev.gatehouse.messages;

import dev.gatehouse.bus.EventType;

/** The events of the listings. */
public final class ListingMessages {
  /** Published when the listings of a marketplace have changed. */
  public static final EventType<ListingsChanged> CHANGED =
      EventType.of("listings.changed", ListingsChanged.class);

  private ListingMessages() {}

  /** Listings that have changed, by the marketplace's name. */
  public record ListingsChanged(String type) {}
}
