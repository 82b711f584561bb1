package dev.gatehouse.messages;

import module java.base;

import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Message;

/** The messages and events of reviews, those of the marketplace included. */
public final class ReviewMessages {
  public static final Message<Figures.Period, Figures> FIGURES =
      Message.of("commerce.reviewFigures", Figures.Period.class, Figures.class);

  /** Returns the newest approved reviews of a product. */
  public static final Message<ReviewsQuery, ProductReviewList> OF_PRODUCT =
      Message.operation("commerce.productReviews", ReviewsQuery.class, ProductReviewList.class);

  /** Published when a review was approved or rejected. */
  public static final EventType<ReviewDecided> DECIDED =
      EventType.of("reviews.decided", ReviewDecided.class);

  /** Published when the reviews on the marketplace have been fetched. */
  public static final EventType<Nothing> MARKETPLACE_REFRESHED =
      EventType.of("marketplace.refreshed", Nothing.class);

  private ReviewMessages() {}

  /** Request for reviews of a product. */
  public record ReviewsQuery(String productId, int limit) {}

  public record ProductReviewList(ProductReviews data) {}

  /** Approved reviews of a product. */
  public record ProductReviews(
      List<ShownReview> reviews, BigDecimal averageRating, long totalReviews) {}

  /**
   * Review as visitors see it.
   *
   * @param rating 1 to 5
   * @param title empty in imported reviews without one
   * @param reply of the owner; null without one
   */
  public record ShownReview(
      int rating,
      String title,
      String body,
      String authorName,
      Instant createdAt,
      boolean imported,
      String reply) {}

  /** A review that was decided on. */
  public record ReviewDecided(String id) {}
}
