package dev.gatehouse.areas.commerce.listings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.areas.commerce.feeds.FieldPaths;
import dev.gatehouse.settings.Section;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
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

  List<Listing> read(JsonNode root) {
    List<JsonNode> items = paths.items(root, "items");
    List<Listing> listings =
        items.stream()
            .filter(item -> !paths.text(item, "title").isEmpty())
            .limit(ListingSource.MAX_LISTINGS)
            .map(this::listing)
            .toList();
    if (listings.size() < items.size()) {
      LOG.warn(
          "{} of {} listings are invalid and skipped",
          items.size() - listings.size(),
          items.size());
    }
    return listings;
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
