package dev.gatehouse.areas.commerce.reviews.marketplace;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.areas.commerce.feeds.FieldPaths;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.settings.Section;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Reads reviews from JSON whose structure is set in a setting. Skips those without a rating of 1 to
 * 5.
 */
final class MappedReviews {
  private static final BigDecimal BEST = BigDecimal.valueOf(5);
  private static final Set<String> FIELDS =
      Set.of(
          "productName",
          "rating",
          "totalReviews",
          "reviews",
          "reviewerName",
          "stars",
          "title",
          "body",
          "date",
          "verified",
          "helpful");

  private final FieldPaths paths;

  MappedReviews(Section own) {
    paths = FieldPaths.read(own, "reviewsFields", FIELDS);
  }

  ReviewedProduct.FetchedReviews read(JsonNode root) {
    List<JsonNode> items = paths.items(root, "reviews");
    List<MarketplaceReview> reviews =
        items.stream()
            .filter(this::isRated)
            .limit(ReviewSource.MAX_REVIEWS)
            .map(this::review)
            .toList();
    return new ReviewedProduct.FetchedReviews(
        new ReviewedProduct.Standing(
            paths.text(root, "productName"),
            paths.number(root, "rating").min(BEST),
            paths.count(root, "totalReviews")),
        reviews,
        (int) items.stream().filter(item -> !isRated(item)).count());
  }

  private boolean isRated(JsonNode review) {
    BigDecimal stars = paths.number(review, "stars");
    return stars.compareTo(BigDecimal.ONE) >= 0 && stars.compareTo(BEST) <= 0;
  }

  private MarketplaceReview review(JsonNode item) {
    return new MarketplaceReview(
        new MarketplaceReview.Words(
            paths.text(item, "reviewerName"), paths.text(item, "title"), paths.text(item, "body")),
        paths.count(item, "stars"),
        date(paths.text(item, "date")),
        paths.flag(item, "verified"),
        paths.count(item, "helpful"));
  }

  private static Instant date(String text) {
    try {
      return text.isEmpty() ? null : PointInTime.first(text);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
