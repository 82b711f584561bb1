package dev.gatehouse.areas.commerce.reviews;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.areas.commerce.feeds.FieldPaths;
import dev.gatehouse.areas.commerce.reviews.ReviewedProduct.MarketplaceReview;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.settings.Section;

/**
 * Reads reviews from JSON whose structure is set in a setting. Skips those without an integer
 * rating of 1 to 5, and those with unacceptable texts.
 */
final class MappedReviews {
  private static final BigDecimal BEST = BigDecimal.valueOf(5);
  private static final Set<String> FIELDS =
      Set.of(
          ("productName rating totalReviews reviews reviewerName stars title body date "
                  + "verified helpful")
              .split(" "));

  private final FieldPaths paths;

  MappedReviews(Section own) {
    paths = FieldPaths.read(own, "reviewsFields", FIELDS);
  }

  /**
   * Reads a reply.
   *
   * @throws IllegalArgumentException if it has no name, rating or list of reviews, or if all
   *     reviews are invalid, because the stored reviews would be removed
   */
  ReviewedProduct.FetchedReviews read(JsonNode root) {
    String name = paths.text(root, "productName");
    var standing =
        new ReviewedProduct.Standing(
            AcceptableText.isLine(name) ? name : "",
            paths.number(root, "rating").min(BEST),
            paths.count(root, "totalReviews"));
    Optional<List<JsonNode>> list = paths.items(root, "reviews");
    List<JsonNode> items = list.orElse(List.of());
    List<JsonNode> valid = items.stream().filter(this::isValid).toList();
    boolean unknown = list.isEmpty() && name.isEmpty() && standing.rating().signum() == 0;
    if (unknown || (valid.isEmpty() && !items.isEmpty())) {
      throw new IllegalArgumentException("no valid reviews");
    }
    return new ReviewedProduct.FetchedReviews(
        standing,
        valid.stream().limit(ReviewSource.MAX_REVIEWS).map(this::review).toList(),
        items.size() - valid.size());
  }

  private boolean isValid(JsonNode item) {
    MarketplaceReview review = review(item);
    return isStars(paths.number(item, "stars"))
        && AcceptableText.isLine(review.reviewerName())
        && AcceptableText.isLine(review.title())
        && AcceptableText.isParagraph(review.body());
  }

  /** Returns whether a number is an integer from 1 to 5. */
  private static boolean isStars(BigDecimal number) {
    return number.compareTo(BigDecimal.ONE) >= 0
        && number.compareTo(BEST) <= 0
        && number.stripTrailingZeros().scale() <= 0;
  }

  private MarketplaceReview review(JsonNode item) {
    return new MarketplaceReview(
        paths.text(item, "reviewerName"),
        paths.text(item, "title"),
        paths.text(item, "body"),
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
