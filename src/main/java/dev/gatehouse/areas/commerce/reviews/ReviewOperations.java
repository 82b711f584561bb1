package dev.gatehouse.areas.commerce.reviews;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.ListPage;
import dev.gatehouse.areas.commerce.caching.ResponseCache;
import dev.gatehouse.areas.commerce.reviews.Review.State;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.time.StoredTime;

/** Public operations: reading approved reviews, verifying an address, and sending a review. */
record ReviewOperations(
    ReviewRepository reviews,
    ReviewCodes codes,
    Moderation moderation,
    BiConsumer<String, String> codeMails,
    ResponseCache answers,
    InstantSource clock) {
  private static final Done ACCEPTED =
      new Done(true, "Thank you: your review appears once it has been approved.");
  private static final Done SENT =
      new Done(
          true,
          "A code is on its way to this address, unless it was sent five within the last hour."
              + " It is valid for 15 minutes.");

  Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.reviews", Area.returning(ReviewList.class, answers.keeping(this::all)),
        "commerce.productReviews",
            Area.returning(ProductReviews.class, answers.keeping(this::ofProduct)),
        "commerce.submitReview", Area.returning(Done.class, ReviewRequest.class, this::submit),
        "commerce.verifyReviewer", Area.returning(Done.class, VerifyRequest.class, this::verify));
  }

  record VerifyRequest(String email, String productId) {}

  /** Public view of a review, without the address of its author. */
  private record PublicReview(
      String _id,
      String productId,
      @JsonUnwrapped Review.Opinion opinion,
      Instant createdAt,
      @JsonUnwrapped Review.Origin origin) {
    static PublicReview of(Review review) {
      return new PublicReview(
          review.id(),
          review.productId(),
          review.opinion(),
          review.times().createdAt(),
          review.origin());
    }
  }

  private record ReviewList(
      boolean success, List<PublicReview> data, PageOrder.Pagination pagination) {}

  private record OfProduct(
      List<PublicReview> reviews,
      BigDecimal averageRating,
      long totalReviews,
      Ratings ratingDistribution) {}

  private record ProductReviews(boolean success, OfProduct data, PageOrder.Pagination pagination) {}

  private Answer all(Call call) {
    var page = ListPage.of(call, reviews.select(State.APPROVED), PublicReview::of);
    return Answer.ok(new ReviewList(true, page.entries(), page.pagination()));
  }

  private Answer ofProduct(Call call) {
    PageOrder page = PageOrder.of(call);
    String product = call.text("productId");
    Ratings ratings = reviews.ratings(product);
    List<PublicReview> shown =
        reviews.page(product, page.offset(), page.limitOrDefault()).stream()
            .map(PublicReview::of)
            .toList();
    return Answer.ok(
        new ProductReviews(
            true,
            new OfProduct(shown, ratings.average(), ratings.total(), ratings),
            page.of(ratings.total(), shown.size())));
  }

  /** Returns the same answer whether or not the address is known or a code was sent. */
  Answer verify(Call call, VerifyRequest request) {
    String email = address(request.email());
    codes.make(email, request.productId()).ifPresent(code -> codeMails.accept(email, code));
    return Answer.ok(SENT);
  }

  Answer submit(Call call, ReviewRequest request) {
    String email = address(request.email());
    if (!request.website().isEmpty()) {
      // Only bots fill in the hidden field, and the answer must not reveal that.
      return Answer.created(ACCEPTED);
    }
    if (!codes.isRight(email, request.productId(), request.verificationCode())) {
      throw ApiException.of(
          ErrorCode.VERIFICATION_CODE_INVALID,
          "verificationCode",
          "verificationCode is wrong, expired or was tried too often: request a new code");
    }
    Review review =
        new Review(
            reviews.newId(),
            request.productId(),
            request.opinion(),
            email,
            State.PENDING,
            new Review.Times(StoredTime.now(clock), null));
    try {
      reviews.add(review);
    } catch (DuplicateKeyException reviewed) {
      throw ApiException.of(
          ErrorCode.REVIEW_EXISTS, "this e-mail address has reviewed this product already");
    }
    moderation.notifyOwner(review, call.base());
    return Answer.created(ACCEPTED);
  }

  private static String address(String email) {
    Optional<String> ascii = MailText.asciiAddress(email);
    badRequestUnless(ascii.isPresent(), "email", "must be an e-mail address");
    return ascii.get().toLowerCase(Locale.ROOT);
  }

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

  /**
   * Numbers of reviews by rating.
   *
   * @param five number with the best rating
   */
  record Ratings(
      @JsonProperty("5") long five,
      @JsonProperty("4") long four,
      @JsonProperty("3") long three,
      @JsonProperty("2") long two,
      @JsonProperty("1") long one) {
    private static final int DECIMALS = 2;

    static Ratings of(IntToLongFunction count) {
      return new Ratings(
          count.applyAsLong(5),
          count.applyAsLong(4),
          count.applyAsLong(3),
          count.applyAsLong(2),
          count.applyAsLong(1));
    }

    long total() {
      return five + four + three + two + one;
    }

    /** Returns the average with two decimals; 0 without ratings. */
    BigDecimal average() {
      if (total() == 0) {
        return BigDecimal.ZERO;
      }
      long sum = 5 * five + 4 * four + 3 * three + 2 * two + one;
      return BigDecimal.valueOf(sum)
          .divide(BigDecimal.valueOf(total()), DECIMALS, RoundingMode.HALF_UP);
    }
  }
}
