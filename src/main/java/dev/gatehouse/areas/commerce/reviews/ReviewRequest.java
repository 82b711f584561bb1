package dev.gatehouse.areas.commerce.reviews;

/**
 * Review in its author's request.
 *
 * @param website hidden field that only bots fill in
 */
record ReviewRequest(
    String productId,
    int rating,
    String title,
    String body,
    String authorName,
    String email,
    String verificationCode,
    String website) {
  Review.Opinion opinion() {
    return new Review.Opinion(rating, title, body, authorName);
  }
}
