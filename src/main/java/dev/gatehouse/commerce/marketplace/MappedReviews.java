package dev.gatehouse.commerce.marketplace;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.commerce.sources.FieldPlaces;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.settings.Section;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Reviews out of JSON whose shape a setting describes; one without a rating of 1 to 5 is passed
 * over.
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

  private final FieldPlaces places;

  MappedReviews(Section own) {
    places = FieldPlaces.read(own, "reviewsFields", FIELDS);
  }

  ReviewedProduct.Told read(JsonNode root) {
    List<MarketplaceReview> reviews =
        places.items(root, "reviews").stream()
            .filter(this::isRated)
            .limit(ReviewSource.MAX_REVIEWS)
            .map(this::review)
            .toList();
    return new ReviewedProduct.Told(
        new ReviewedProduct.Standing(
            places.text(root, "productName"),
            places.number(root, "rating").min(BEST),
            places.count(root, "totalReviews")),
        reviews);
  }

  private boolean isRated(JsonNode review) {
    BigDecimal stars = places.number(review, "stars");
    return stars.compareTo(BigDecimal.ONE) >= 0 && stars.compareTo(BEST) <= 0;
  }

  private MarketplaceReview review(JsonNode item) {
    return new MarketplaceReview(
        new MarketplaceReview.Words(
            places.text(item, "reviewerName"),
            places.text(item, "title"),
            places.text(item, "body")),
        places.count(item, "stars"),
        date(places.text(item, "date")),
        places.flag(item, "verified"),
        places.count(item, "helpful"));
  }

  private static Instant date(String text) {
    try {
      return text.isEmpty() ? null : PointInTime.first(text);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
