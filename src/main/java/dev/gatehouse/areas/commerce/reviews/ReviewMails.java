package dev.gatehouse.areas.commerce.reviews;

import module java.base;

import dev.gatehouse.area.DigestMail;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.areas.commerce.reviews.Moderation.Decision;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.MailPart.Fact;
import dev.gatehouse.pages.Pages;

/** Emails about reviews: a code to an author, and a review to the owner. */
record ReviewMails(Pages pages, SignedLinks links, MailLinks addresses) {
  static final String PATH = "/api/proxy/reviews/moderation/link";

  /** Lifetime of the links by which the owner decides. */
  private static final Duration LINKS = Duration.ofDays(30);

  private static final int ID_BYTES = 12;

  /**
   * Returns an email with a code. The address may be anyone's, so the email contains no text of the
   * author.
   */
  Email code(String email, String code) {
    String minutes = Long.toString(ReviewCodes.LIFETIME.toMinutes());
    return Email.of(email, pages.mail("mail.review-code", code, minutes).mail());
  }

  static String id(Review review) {
    return Sha256.hex("review " + review.id(), ID_BYTES);
  }

  /**
   * Returns an email with a review and links that decide on it. The links are above the author's
   * text, and each line of that text is marked, because it may contain forged links.
   *
   * @param asked the address of the service in the author's request
   */
  Email review(Review review, String asked) {
    Review.Opinion opinion = review.opinion();
    Instant until = review.times().createdAt().plus(LINKS);
    String rating = Integer.toString(opinion.rating());
    return Email.toOwner(
        "",
        pages
            .mail("mail.review", review.productId(), rating)
            .button(pages.text("mail.review.approve"), link(review, Decision.APPROVE, until, asked))
            .link(pages.text("mail.review.reject"), link(review, Decision.REJECT, until, asked))
            .facts(
                new Fact(pages.text("mail.review.product"), review.productId()),
                new Fact(pages.text("mail.review.rating"), pages.text("reviews.rating", rating)),
                new Fact(
                    pages.text("mail.review.author"),
                    opinion.authorName() + " <" + review.email() + ">"))
            .quote(opinion.title() + "\n\n" + opinion.body())
            .mail());
  }

  /** Returns an email that lists reviews, for the case of many at once. */
  Email digest(List<Review> all) {
    return DigestMail.of(
        pages,
        "mail.review-digest",
        addresses.base("") + "/console#/reviews",
        all.stream()
            .map(review -> review.opinion().title() + " <" + review.email() + ">")
            .toList());
  }

  private String link(Review review, Decision decision, Instant until, String asked) {
    return addresses.base(asked)
        + PATH
        + "?decision="
        + decision.word()
        + "&token="
        + links.token(decision.purpose(), review.id(), until);
  }
}
