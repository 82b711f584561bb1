package dev.gatehouse.areas.commerce.listings;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.areas.commerce.feeds.FieldPaths;
import dev.gatehouse.areas.commerce.listings.ListingSource.Listing;
import dev.gatehouse.settings.Section;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads listings from JSON of a known structure, or of that in a setting. */
final class MappedListings {
  private static final Logger LOG = LoggerFactory.getLogger(MappedListings.class);
  private static final BigDecimal BEST = BigDecimal.valueOf(5);
  private static final Set<String> FIELDS =
      Set.of("items", "title", "asin", "price", "url", "imageUrl", "rating", "reviews");

  private final FieldPaths paths;
  private final List<String> required;

  /**
   * @param required fields without which an entry is skipped
   */
  MappedListings(FieldPaths paths, String... required) {
    this.paths = paths;
    this.required = List.of(required);
  }

  static MappedListings of(Section own) {
    return new MappedListings(FieldPaths.read(own, "fields", FIELDS), "title");
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
    return required.stream().noneMatch(field -> paths.text(item, field).isEmpty());
  }

  private Listing listing(JsonNode item) {
    return new Listing(
        paths.text(item, "title"),
        paths.text(item, "asin"),
        paths.text(item, "price"),
        paths.address(item, "url"),
        paths.address(item, "imageUrl"),
        paths.number(item, "rating").min(BEST),
        paths.count(item, "reviews"));
  }
}
