package dev.gatehouse.areas.commerce.reviews;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestServices;
import dev.gatehouse.TestSettings;
import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.commerce.reviews.Review.State;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.OutboxEntry;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reviews whose store or node failed before the owner's email was enqueued. */
class ReviewMendTest {
  /** More reviews than one batch holds. */
  private static final int REVIEWS = 510;

  private static final int FEW = 10;

  @TempDir Path folder;
  private final TestClock clock = new TestClock();
  private final Vertx vertx = Vertx.vertx();
  private DocumentServer store;
  private NodeServices services;
  private ReviewRepository stored;
  private AreaModule reviews;

  @BeforeEach
  void open() throws IOException {
    store = DocumentServer.start();
    services =
        TestServices.over(
            vertx, TestSettings.of(Map.of()), TestDocuments.at(vertx, store.url()), clock, folder);
    stored = new ReviewRepository(services.documents());
    reviews = Reviews.of(services);
    services.documents().createIndexes();
  }

  @AfterEach
  void close() {
    vertx.close().await();
    store.close();
  }

  private void add(String author, State state) throws DuplicateKeyException {
    stored.add(
        new Review(
            stored.newId(),
            "shirt",
            new Review.Opinion(5, "Fits well", "Soft.", author),
            author + "@example.org",
            state,
            new Review.Times(clock.instant(), null)));
  }

  private List<OutboxEntry> letters() {
    return services.outbox().select(Email.KIND, OutboxEntry.State.WAITING).page(0, REVIEWS + 10);
  }

  @Test
  void resendsEmailForEachPendingReviewOnce() throws DuplicateKeyException {
    for (int i = 0; i < FEW; i++) {
      add("author" + i, State.PENDING);
    }
    add("decided", State.APPROVED);
    TestServices.repair(reviews);
    TestServices.repair(reviews);
    assertEquals(FEW, letters().size());
    String letter = letters().getFirst().body(Email.class).text();
    assertTrue(letter.contains("> Fits well"), letter);
    assertTrue(letter.contains("Approve: http"), letter);
  }

  @Test
  void namesManyReviewsInOneEmail() throws DuplicateKeyException {
    for (int i = 0; i < REVIEWS; i++) {
      add("author" + i, State.PENDING);
    }
    TestServices.repair(reviews);
    TestServices.repair(reviews);
    assertEquals(1, letters().size());
    Email letter = letters().getFirst().body(Email.class);
    assertEquals(REVIEWS + " reviews wait for your approval", letter.subject());
    assertTrue(letter.text().contains("author509@example.org"), letter.text());
  }

  @Test
  void ignoresOldReviews() throws DuplicateKeyException {
    add("old", State.PENDING);
    clock.advance(Duration.ofDays(8));
    TestServices.repair(reviews);
    assertEquals(List.of(), letters());
  }
}
