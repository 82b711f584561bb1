package dev.gatehouse.areas.commerce.reviews;

/**
 * A review as its author sends it.
 *
 * @param website filled in by machines alone
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
    return new Review.Opinion(rating, title.strip(), body.strip(), authorName.strip());
  }
}
