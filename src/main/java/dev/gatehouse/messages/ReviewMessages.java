package dev.gatehouse.messages;

import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Message;

/** The messages and events of reviews, those of the marketplace included. */
public final class ReviewMessages {
  public static final Message<Figures.Period, Figures> FIGURES =
      Message.of("commerce.reviewFigures", Figures.Period.class, Figures.class);

  /** Published when a review was approved or rejected. */
  public static final EventType<ReviewDecided> DECIDED =
      EventType.of("reviews.decided", ReviewDecided.class);

  /** Published when the reviews on the marketplace have been fetched. */
  public static final EventType<Nothing> MARKETPLACE_REFRESHED =
      EventType.of("marketplace.refreshed", Nothing.class);

  private ReviewMessages() {}

  /** A review that was decided on. */
  public record ReviewDecided(String id) {}
}
