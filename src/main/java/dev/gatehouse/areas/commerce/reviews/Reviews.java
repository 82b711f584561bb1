package dev.gatehouse.areas.commerce.reviews;

import dev.gatehouse.area.MailLinks;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.areas.commerce.caching.ResponseCache;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.time.Age;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** Assembles the reviews for the area's module. */
public final class Reviews {
  private final ReviewRepository reviews;
  private final ReviewCodes codes;
  private final Moderation moderation;
  private final ResponseCache answers;
  private final Map<String, Area.Handler> operations;

  public Reviews(NodeServices node) throws IOException {
    var clock = node.clock();
    SignedLinks links = node.links();
    answers = new ResponseCache(clock);
    reviews = new ReviewRepository(node.documents());
    codes = new ReviewCodes(node.documents(), node.random(), clock);
    var letters = new ReviewMails(node.pages(), links, new MailLinks(node.settings()));
    moderation = new Moderation(reviews, letters, node, links);
    operations = new HashMap<>(moderation.operations());
    var open =
        new ReviewOperations(
            reviews,
            codes,
            moderation,
            (email, code) ->
                node.outbox().enqueue(node.outbox().newId(), letters.code(email, code).request()),
            answers,
            clock);
    operations.putAll(open.operations());
    operations.putAll(new ReviewPages(open, moderation, node.pages()).operations());
  }

  public Map<String, Area.Handler> operations() {
    return operations;
  }

  /** Removes cached answers, because a review was decided on, on some node. */
  public void changed() {
    answers.clear();
  }

  /** Enqueues emails that were lost. Blocks. */
  public void resendMissingMails() {
    moderation.resendMissingMails();
  }

  /** Deletes expired codes. Blocks. */
  public void deleteExpired(Age over) {
    codes.deleteExpired(over);
  }

  /** Returns the figures for the daily report. */
  public Figures figures(Call call, Figures.Period within) {
    return moderation.figures(within);
  }

  /** Returns emails with sample data by their kind, for previews. */
  public static Map<String, Email> mailSamples(Pages pages, MailLinks addresses) {
    Instant written = Instant.parse("2026-11-02T09:30:00Z");
    var mails =
        new ReviewMails(pages, new SignedLinks("sample", InstantSource.fixed(written)), addresses);
    var review =
        new Review(
            "65f0c2a9b7e4d81c3a5f6e02",
            "field-notes",
            new Review.Opinion(
                4,
                "A quiet book",
                "I read it in one evening. The photographs are printed well.",
                "Jonas"),
            "jonas@example.com",
            Review.State.PENDING,
            new Review.Times(written, null));
    return Map.of(
        "review-code", mails.code("jonas@example.com", "493817"),
        "review-approval", mails.review(review, ""));
  }
}
