package dev.gatehouse.areas.commerce.reviews;

import module java.base;

import dev.gatehouse.areas.commerce.reviews.ReviewOperations.ReviewRequest;
import dev.gatehouse.areas.commerce.reviews.ReviewPage.Step;
import dev.gatehouse.areas.commerce.reviews.ReviewPage.Words;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.pages.Pages;

/**
 * Pages on which visitors write a review, without scripts. The first form emails a code to the
 * author. The second one has the same fields and the code.
 */
record ReviewPages(ReviewOperations reviews, Moderation products, Pages pages) {
  /**
   * Form of a review.
   *
   * @param code empty before it was emailed
   * @param again {@code on} if the author wants a new code
   * @param website hidden field that only bots fill in
   */
  private record ReviewForm(
      String rating,
      String title,
      String body,
      String author,
      String email,
      String code,
      String again,
      String website) {
    Words words() {
      return new Words(rating, title.strip(), body.strip(), author.strip(), email.strip());
    }
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.reviewPage",
        call -> page(call, Words.NONE, "", Step.WRITING),
        "commerce.sendReview",
        this::send);
  }

  private Answer page(Call call, Words words, String problem, Step step) {
    return pages.answer("shop/review", new ReviewPage(name(call), words, problem, step));
  }

  /** Returns the name of the product; empty if it is unknown. The form works without it. */
  private String name(Call call) {
    String id = call.text("productId");
    try {
      return products.names(call, List.of(id)).getOrDefault(id, "");
    } catch (ApiException unavailable) {
      return "";
    }
  }

  private Answer send(Call call) {
    ReviewForm form = call.body(ReviewForm.class);
    Words words = form.words();
    String problem = problem(words);
    if (!problem.isEmpty()) {
      return page(call, words, problem, form.code().isEmpty() ? Step.WRITING : Step.CODE_SENT);
    }
    if (!form.website().isEmpty()) {
      // Only bots fill in the hidden field, and the page must not reveal that.
      return page(call, Words.NONE, "", Step.DONE);
    }
    String product = call.text("productId");
    if (form.code().isEmpty() || !form.again().isEmpty()) {
      reviews.verify(call, new ReviewOperations.VerifyRequest(words.email(), product));
      return page(call, words, "", Step.CODE_SENT);
    }
    try {
      reviews.submit(call, request(product, words, form.code()));
      return page(call, Words.NONE, "", Step.DONE);
    } catch (ApiException failed) {
      return page(call, words, problem(failed), Step.CODE_SENT);
    }
  }

  private static ReviewRequest request(String product, Words words, String code) {
    return new ReviewRequest(
        product,
        Integer.parseInt(words.rating()),
        words.title(),
        words.body(),
        words.author(),
        words.email(),
        code,
        "");
  }

  private String problem(ApiException failed) {
    if (failed.failure().code() == ErrorCode.VERIFICATION_CODE_INVALID) {
      return pages.text("review.problem.code");
    }
    if (failed.failure().code() == ErrorCode.REVIEW_EXISTS) {
      return pages.text("review.problem.exists");
    }
    throw failed;
  }

  private String problem(Words words) {
    if (words.rating().isEmpty()) {
      return pages.text("review.problem.rating");
    }
    if (AcceptableText.isBlank(words.title())
        || AcceptableText.isBlank(words.body())
        || AcceptableText.isBlank(words.author())) {
      return pages.text("review.problem.text");
    }
    return !MailText.isAddress(words.email()) ? pages.text("review.problem.email") : "";
  }
}
