package dev.gatehouse.areas.notifications;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.outbox.OutboxEntry;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** If several entries have the same time, every page shows its own part without repetition. */
class PagesTest {
  private static final Instant MOMENT = Instant.parse("2027-03-12T20:00:00Z");
  private static final int ALL = 40;
  private static final int PAGE = 7;

  @TempDir Path folder;

  @Test
  void pagesThroughTheEmbeddedStore() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      pages(new Documents(store.documents(), new SecureRandom()));
    }
  }

  @Test
  void pagesThroughMongo() {
    Vertx vertx = Vertx.vertx();
    try (DocumentServer store = DocumentServer.start()) {
      pages(TestDocuments.at(vertx, store.url()));
    } finally {
      vertx.close().await();
    }
  }

  private static void pages(Documents documents) {
    List<String> ids = new ArrayList<>(Stream.generate(documents::newId).limit(ALL).toList());
    Collections.shuffle(ids, new Random(1));
    List<String> expected = ids.stream().sorted(Comparator.reverseOrder()).toList();

    var notifications = new NotificationRepository(documents);
    documents.createIndexes();
    var message = new Notification.Message("Title", "Body");
    ids.forEach(id ->
        notifications.add(
            new Notification(
                id,
                message,
                "bot",
                Notification.Times.at(MOMENT),
                Notification.Delivery.NONE,
                null)));
    assertEquals(
        expected,
        all((skip, limit) ->
            notifications.shown(null, MOMENT).page(skip, limit).stream()
                .map(Notification::id)
                .toList()));

    var forms = new HireForms(documents);
    documents.createIndexes();
    ids.forEach(id ->
        forms.add(
            new HireForms.HireForm(
                id,
                HireForms.Client.UNKNOWN,
                HireForms.Project.UNKNOWN,
                new HireForms.Request("s", "d"),
                MOMENT,
                HireForms.Handling.NONE,
                HireSignals.NONE)));
    assertEquals(
        expected,
        all((skip, limit) ->
            forms.select(null).page(skip, limit).stream().map(HireForms.HireForm::id).toList()));

    var outbox = new Outbox(documents, TestClock.stoppedAt(MOMENT).trusted());
    documents.createIndexes();
    ids.forEach(id -> outbox.enqueue(id, Email.plain("", "s", "t").request()));
    assertEquals(
        expected,
        all((skip, limit) ->
            outbox.select(Email.KIND, OutboxEntry.State.WAITING).page(skip, limit).stream()
                .map(OutboxEntry::id)
                .toList()));
    assertEquals(ALL, outbox.select(Email.KIND, OutboxEntry.State.WAITING).count());
  }

  private static List<String> all(BiFunction<Integer, Integer, List<String>> page) {
    List<String> all = new ArrayList<>();
    for (int skip = 0; skip < ALL; skip += PAGE) {
      all.addAll(page.apply(skip, PAGE));
    }
    return all;
  }
}
