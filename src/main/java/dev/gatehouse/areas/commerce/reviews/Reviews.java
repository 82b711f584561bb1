package dev.gatehouse.areas.commerce.reviews;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.HourlyPlaces;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.area.imports.ImportOperations;
import dev.gatehouse.areas.commerce.caching.ResponseCache;
import dev.gatehouse.areas.commerce.reviews.ReviewImport.ImportedProducts;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Message;
import dev.gatehouse.messages.ImportMessages;
import dev.gatehouse.messages.ReviewMessages;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Pages;

/** Assembles the reviews of visitors. */
public final class Reviews {
  private Reviews() {}

  public static AreaModule of(NodeServices node) throws IOException {
    var clock = node.clock();
    SignedLinks links = node.links();
    var answers = new ResponseCache(clock);
    var reviews = new ReviewRepository(node.documents());
    var places = new HourlyPlaces(node.documents(), "reviewMails", clock);
    var codes = new ReviewCodes(node.documents(), places, node.random(), clock);
    var letters = new ReviewMails(node.pages(), links, new MailLinks(node.settings()));
    var moderation = new Moderation(reviews, letters, node, links, places);
    var open =
        new ReviewOperations(
            reviews,
            codes,
            moderation,
            (email, code) ->
                node.outbox().enqueue(node.outbox().newId(), letters.code(email, code).request()),
            answers,
            clock);
    var imports =
        new ImportOperations(
            List.of(
                new ImportOperations.Kind(
                    "reviews",
                    "commerce.importReviews",
                    call ->
                        new ReviewImport(
                            reviews,
                            ImportedProducts.of(node.dispatcher(), call),
                            answers::clear,
                            clock))),
            node.blobs());
    var area =
        Area.of(
            "commerce",
            List.of(
                moderation.operations(),
                open.operations(),
                imports.operations(),
                new ReviewPages(open, moderation, node.pages()).operations()),
            Message.Handlers.of()
                .on(ReviewMessages.FIGURES, (call, day) -> moderation.figures(day))
                .and(imports.messages(ImportMessages.REVIEWS)));
    return AreaModule.of(area)
        .onAny(ReviewMessages.DECIDED, answers::clear)
        .every(Duration.ofHours(1), "commerce.resendReviewMails", moderation::resendMissingMails)
        .retaining(
            "commerce.forgetRejectedReviews",
            clock,
            node.settings().section("retention").duration("rejectedReviews"),
            age -> reviews.deleteOld(Review.State.REJECTED, age))
        .retaining(
            "commerce.forgetSpam",
            clock,
            node.settings().section("retention").duration("spam"),
            age -> reviews.deleteOld(Review.State.SPAM, age))
        .expiring("commerce.forgetCodes", clock, Duration.ZERO, codes::deleteExpired)
        .addFigures(ReviewMessages.FIGURES);
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
        "review-approval", mails.review(review, ""),
        "review-digest", mails.digest(List.of(review)));
  }
}
