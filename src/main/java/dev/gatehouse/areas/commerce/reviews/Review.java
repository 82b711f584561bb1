package dev.gatehouse.areas.commerce.reviews;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

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
    @JsonUnwrapped Times times,
    @JsonUnwrapped Origin origin) {
  /** Returns a review that was written here. */
  Review(String id, String productId, Opinion opinion, String email, State state, Times times) {
    this(id, productId, opinion, email, state, times, Origin.HERE);
  }

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

  /**
   * Origin of a review.
   *
   * @param imported whether the owner has imported it from another shop
   * @param reply of the owner; null without one
   * @param repliedAt null without a reply or if unknown
   */
  record Origin(boolean imported, String reply, Instant repliedAt) {
    static final Origin HERE = new Origin(false, null, null);
  }
}
