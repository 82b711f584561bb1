package dev.gatehouse.areas.commerce.reviews;

import dev.gatehouse.area.MailLinks;
import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;

/** Emails about reviews: a code to an author, and a review to the owner. */
final class ReviewMails {
  static final String PATH = "/api/proxy/reviews/moderation/link";

  /** Lifetime of the links by which the owner decides. */
  private static final Duration LINKS = Duration.ofDays(30);

  private static final int ID_BYTES = 12;

  private final SignedLinks links;
  private final MailLinks addresses;

  ReviewMails(SignedLinks links, MailLinks addresses) {
    this.links = links;
    this.addresses = addresses;
  }

  /**
   * Returns an email with a code. The address may be anyone's, so the email contains no text of the
   * author.
   */
  static Email code(String email, String code) {
    String text =
        """
        %s is your code for a product review. It is valid for %s minutes.

        If you did not request this code, ignore this email.
        """
            .formatted(code, ReviewCodes.LIFETIME.toMinutes());
    return new Email(email, "", "Your code for a product review", text, null);
  }

  /** Returns the id of the email that notifies the owner of a review. */
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
    String text =
        """
        A new review is waiting for your approval.

        Approve: %s
        Reject: %s

        Product: %s
        Rating: %s of 5
        From: %s <%s>

        %s
        """
            .formatted(
                link(review, Decision.APPROVE, until, asked),
                link(review, Decision.REJECT, until, asked),
                review.productId(),
                opinion.rating(),
                opinion.authorName(),
                review.email(),
                (opinion.title() + "\n\n" + opinion.body())
                    .lines()
                    .map(line -> ("> " + line).stripTrailing() + '\n')
                    .collect(Collectors.joining()));
    return Email.toOwner(
        "", "New review of " + review.productId() + ": " + opinion.rating() + " of 5", text);
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
