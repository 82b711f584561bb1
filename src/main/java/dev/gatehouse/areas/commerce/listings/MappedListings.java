package dev.gatehouse.areas.commerce.listings;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.areas.commerce.feeds.FieldPaths;
import dev.gatehouse.settings.Section;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads listings from JSON whose structure is set in a setting. Skips entries without a title. */
final class MappedListings {
  private static final Logger LOG = LoggerFactory.getLogger(MappedListings.class);
  private static final BigDecimal BEST = BigDecimal.valueOf(5);
  private static final Set<String> FIELDS =
      Set.of("items", "title", "asin", "price", "url", "imageUrl", "rating", "reviews");

  private final FieldPaths paths;

  MappedListings(Section own) {
    paths = FieldPaths.read(own, "fields", FIELDS);
  }

  /**
   * Reads a reply.
   *
   * @throws IllegalArgumentException if it has no list, because all stored listings would be
   *     removed
   */
  ListingSource.Found read(JsonNode root) {
    List<JsonNode> items =
        paths
            .items(root, "items")
            .orElseThrow(() -> new IllegalArgumentException("no list of items"));
    int unreadable = (int) items.stream().filter(item -> !isNamed(item)).count();
    List<Listing> listings =
        items.stream()
            .filter(this::isNamed)
            .limit(ListingSource.MAX_LISTINGS)
            .map(this::listing)
            .toList();
    int surplus = items.size() - unreadable - listings.size();
    if (surplus > 0) {
      LOG.warn("{} listings beyond the limit of {} are skipped", surplus, listings.size());
    }
    return new ListingSource.Found(listings, unreadable);
  }

  private boolean isNamed(JsonNode item) {
    return !paths.text(item, "title").isEmpty();
  }

  private Listing listing(JsonNode item) {
    return new Listing(
        paths.text(item, "title"),
        paths.text(item, "asin"),
        paths.text(item, "price"),
        new Listing.Links(paths.address(item, "url"), paths.address(item, "imageUrl")),
        new Listing.Standing(paths.number(item, "rating").min(BEST), paths.count(item, "reviews")));
  }
}
