package dev.gatehouse.areas.commerce.reviews;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.HourlyPlaces;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.areas.commerce.reviews.Review.State;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct;
import dev.gatehouse.messages.ProductMessages.CatalogueQuery;
import dev.gatehouse.messages.ReviewMessages;
import dev.gatehouse.messages.ReviewMessages.ReviewDecided;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Pages.LinkPage;
import dev.gatehouse.store.DeletedRecords;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.time.StoredTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moderation by the owner, who gets an email for each review and decides by its links or by the
 * API.
 */
record Moderation(
    ReviewRepository reviews,
    ReviewMails mails,
    NodeServices node,
    SignedLinks links,
    HourlyPlaces places) {
  private static final Logger LOG = LoggerFactory.getLogger(Moderation.class);

  /** Maximum age of reviews whose emails are repaired. The outbox remembers emails for longer. */
  private static final Duration REPAIRED = Duration.ofDays(7);

  /** Number of reviews that get their own email within an hour. One email names all others. */
  private static final int MAX_MAILS = 10;

  private static final int ID_BYTES = 12;

  Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.moderation",
        Area.returning(Waiting.class, this::list),
        "commerce.moderate",
        Area.returning(Done.class, ModerationRequest.class, this::moderate),
        "commerce.moderateAll",
        Area.returning(Moderated.class, BulkModerationRequest.class, this::moderateAll),
        "commerce.moderationPage",
        this::page,
        "commerce.moderateByLink",
        this::follow);
  }

  private record ModerationRequest(String decision) {}

  private record BulkModerationRequest(List<String> ids, String decision) {}

  /**
   * @param missing ids of reviews that do not exist
   */
  private record Moderated(boolean success, int decided, List<String> missing) {}

  /**
   * @param productName null if the catalog has no such product
   */
  private record Listed(
      String _id,
      String productId,
      String productName,
      @JsonUnwrapped Review.Opinion opinion,
      String email,
      String state,
      @JsonUnwrapped Review.Times times) {
    static Listed of(Review review, Map<String, String> names) {
      return new Listed(
          review.id(),
          review.productId(),
          names.get(review.productId()),
          review.opinion(),
          review.email(),
          word(review.state()),
          review.times());
    }
  }

  private static String word(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private record Waiting(boolean success, List<Listed> reviews, PageOrder.Pagination pagination) {}

  /**
   * Enqueues the owner's email for a stored review, unless this hour's emails are used up. If the
   * store fails now, {@link #resendMissingMails} enqueues it later.
   */
  void notifyOwner(Review review, String asked) {
    try {
      if (places.take("owner", MAX_MAILS)) {
        node.outbox().enqueue(ReviewMails.id(review), mails.review(review, asked).request());
      }
    } catch (DocumentStoreException | UnknownOutcomeException e) {
      LOG.warn("email for review {} not enqueued, will retry: {}", review.id(), e.getMessage());
    }
  }

  /**
   * Enqueues emails that are missing because of the rate, or because a node or store failed after
   * storing the review. Many reviews share one email, at most once an hour. Blocks.
   */
  void resendMissingMails() {
    Instant from = node.clock().instant().minus(REPAIRED);
    List<Review> missing =
        node.outbox().missing(reviews.pendingSince(from), ReviewMails::id).toList();
    if (missing.size() <= MAX_MAILS) {
      missing.forEach(review -> notifyOwner(review, ""));
    } else if (places.take("owner-digest", 1)) {
      node.outbox()
          .enqueue(
              Sha256.hex("review digest " + missing.getFirst().id(), ID_BYTES),
              mails.digest(missing).request());
      missing.forEach(review -> node.outbox().withdraw(ReviewMails.id(review), Email.KIND));
    }
  }

  private Answer list(Call call) {
    PageOrder page = PageOrder.of(call);
    State state = State.valueOf(call.text("state").toUpperCase(Locale.ROOT));
    List<Review> found = reviews.select(state).page(page.offset(), page.limitOrDefault());
    Map<String, String> names =
        names(call, found.stream().map(Review::productId).distinct().toList());
    List<Listed> shown = found.stream().map(review -> Listed.of(review, names)).toList();
    return Answer.ok(new Waiting(true, shown, page.of(reviews.count(state), shown.size())));
  }

  Map<String, String> names(Call call, List<String> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    var query = CatalogueQuery.of(ids);
    return node
        .dispatcher()
        .ask(ProductMessages.CATALOGUE, query, call.origin(), call.deadline().remaining())
        .products()
        .stream()
        .collect(Collectors.toMap(CatalogueProduct::id, product -> product.name()));
  }

  private Answer moderate(Call call, ModerationRequest request) {
    Decision decision = Decision.of(request.decision());
    Review review = found(call, call.text("id"), decision);
    return Done.answer(
        "the review is " + (decision == Decision.DELETE ? "deleted" : word(review.state())));
  }

  private Answer moderateAll(Call call, BulkModerationRequest request) {
    Decision decision = Decision.of(request.decision());
    List<String> ids = request.ids().stream().distinct().toList();
    List<String> missing = ids.stream().filter(id -> decide(call, id, decision).isEmpty()).toList();
    return Answer.ok(new Moderated(true, ids.size() - missing.size(), missing));
  }

  private Review found(Call call, String id, Decision decision) {
    return decide(call, id, decision).orElseThrow(Moderation::unknown);
  }

  /** Repeating a decision does no harm; the latest decision applies. */
  private Optional<Review> decide(Call call, String id, Decision decision) {
    Instant now = StoredTime.now(node.clock());
    if (decision == Decision.DELETE) {
      new DeletedRecords(node.documents(), node.clock())
          .keep(ReviewRepository.COLLECTION, id, call.caller().subject());
    }
    Optional<Review> review =
        decision == Decision.DELETE
            ? reviews.delete(id)
            : reviews.decide(id, decision.state(), now);
    review.ifPresent(
        decided -> node.dispatcher().publish(ReviewMessages.DECIDED, new ReviewDecided(id)));
    return review;
  }

  private static ApiException unknown() {
    return ApiException.of(ErrorCode.REVIEW_NOT_FOUND, "review not found");
  }

  private Answer page(Call call) {
    Decision decision = Decision.of(call.text("decision"));
    Review review = linked(call, decision);
    if (review.state() == decision.state()) {
      return decided(review.state());
    }
    return LinkPage.question(
        node.pages(), "review.ask-" + decision.word(), review.opinion().title());
  }

  private Answer follow(Call call) {
    Decision decision = Decision.of(call.text("decision"));
    Review review = found(call, linked(call, decision).id(), decision);
    return decided(review.state());
  }

  private Answer decided(State state) {
    return LinkPage.notice(node.pages(), "review." + state.name().toLowerCase(Locale.ROOT));
  }

  private Review linked(Call call, Decision decision) {
    return links
        .id(decision.purpose(), call.text("token"))
        .flatMap(reviews::find)
        .orElseThrow(() ->
            ApiException.of(ErrorCode.REVIEW_LINK_NOT_FOUND, "the link is unknown or expired"));
  }

  Figures figures(Figures.Period within) {
    return new Figures(
        List.of(
            new Figures.Figure("reviews", reviews.countBetween(within.from(), within.until())),
            new Figures.Figure("reviews awaiting approval", reviews.count(State.PENDING))));
  }

  /** Decision of the owner on a review. */
  enum Decision {
    APPROVE(State.APPROVED),
    REJECT(State.REJECTED),
    /** Waits for a decision again. */
    REOPEN(State.PENDING),
    SPAM(State.SPAM),
    /** Has no state, because nothing is left. */
    DELETE(null);

    private final State state;

    Decision(State state) {
      this.state = state;
    }

    State state() {
      return state;
    }

    /** Returns the value in requests and links. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    String purpose() {
      return "reviews." + word();
    }

    /**
     * @param word one of the values in the contract
     */
    static Decision of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }
}
