package dev.gatehouse.areas.commerce.reviews;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;

/**
 * Review, one flat document.
 *
 * @param email of its author in lower case, verified; never shown in public
 */
record Review(
    String id,
    String productId,
    @JsonUnwrapped Opinion opinion,
    String email,
    State state,
    @JsonUnwrapped Times times) {

  enum State {
    PENDING,
    APPROVED,
    REJECTED,
    SPAM
  }

  /**
   * Text and rating of the author.
   *
   * @param rating 1 to 5
   */
  record Opinion(int rating, String title, String body, String authorName) {}

  /**
   * @param decidedAt null until the owner has decided
   */
  record Times(Instant createdAt, Instant decidedAt) {}
}
