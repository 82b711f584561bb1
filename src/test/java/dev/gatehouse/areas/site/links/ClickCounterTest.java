package dev.gatehouse.areas.site.links;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.area.ListQuery;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.Vertx;
import io.vertx.ext.mongo.MongoClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each click is stored exactly once: from two nodes, during store failures, and at shutdown. */
class ClickCounterTest {
  private static final Instant NOW = Instant.parse("2027-03-12T20:00:00Z");
  private static final int CLICKS = 1_000;

  @TempDir Path folder;
  private final Trouble trouble = new Trouble();

  @Test
  void addsClicksOfTwoNodes() throws Exception {
    Vertx vertx = Vertx.vertx();
    try (DocumentServer store = DocumentServer.start()) {
      List<MongoClient> clients =
          List.of(
              TestDocuments.client(vertx, store.url()), TestDocuments.client(vertx, store.url()));
      List<ClickCounter> nodes = new ArrayList<>();
      Documents documents = TestDocuments.over(clients.getFirst());
      ShortUrls urls = new ShortUrls(documents);
      documents.createIndexes();
      add(urls, "a");
      add(urls, "b");
      for (MongoClient each : clients) {
        nodes.add(new ClickCounter(new ShortUrls(TestDocuments.over(each)), "node" + nodes.size()));
      }
      clicking(nodes);
      nodes.forEach(ClickCounter::close);
      assertEquals(CLICKS, clicks(urls, "a"));
      assertEquals(CLICKS, clicks(urls, "b"));
      clients.forEach(each -> each.close().await());
    } finally {
      vertx.close().await();
    }
  }

  /** Clicks from two threads per node, while the node writes continuously. */
  private static void clicking(List<ClickCounter> nodes) throws InterruptedException {
    var working = new AtomicBoolean(true);
    List<Thread> writers = new ArrayList<>();
    List<Thread> people = new ArrayList<>();
    for (ClickCounter node : nodes) {
      writers.add(
          Thread.ofPlatform()
              .start(() -> {
                while (working.get()) {
                  node.flush();
                }
              }));
      for (String key : List.of("a", "b")) {
        people.add(
            Thread.ofPlatform()
                .start(() -> {
                  for (int i = 0; i < CLICKS / 2; i++) {
                    node.add(key);
                  }
                }));
      }
    }
    for (Thread person : people) {
      person.join();
    }
    working.set(false);
    for (Thread writer : writers) {
      writer.join();
    }
  }

  @Test
  void keepsClicksUntilStoredAndCountsThemOnce() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      ShortUrls urls = urls(store);
      add(urls, "a");
      var clicks = new ClickCounter(urls, "node");
      clicks.add("a");
      trouble.kind = "away";
      assertThrows(StoreAwayException.class, clicks::flush);
      assertEquals(1, clicks.waiting("a"));
      trouble.kind = "reply lost";
      clicks.flush();
      assertEquals(0, clicks.waiting("a"));
      trouble.kind = "none";
      assertEquals(1, clicks(urls, "a"));
      clicks.add("a");
      clicks.close();
      assertEquals(2, clicks(urls, "a"));
    }
  }

  @Test
  void writesOverflowAtOnceAndForgetsDeletedKeys() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      ShortUrls urls = urls(store);
      List.of("a", "b", "c").forEach(key -> add(urls, key));
      var clicks = new ClickCounter(urls, "node", 1);
      List.of("a", "b", "a", "c", "b").forEach(clicks::add);
      assertEquals(2, clicks.waiting("a"));
      assertEquals(0, clicks.waiting("b"));
      assertEquals(2, clicks(urls, "b"));
      assertEquals(1, clicks(urls, "c"));
      clicks.forget("a");
      clicks.add("c");
      urls.remove("c");
      clicks.close();
      assertEquals(0, clicks(urls, "a"));
      assertEquals(0, clicks.waiting("c"));
    }
  }

  @Test
  void deletesLongExpiredUrls() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      ShortUrls urls = urls(store);
      add(urls, "for good");
      Instant end = NOW.plusSeconds(9);
      urls.add(new ShortUrl("brief", "https://x.example", "", NOW, end, true, 0, "", List.of()), 9);
      assertEquals(2, urls.count(NOW, ListQuery.ALL));
      Instant over = NOW.plusSeconds(9);
      ShortUrl brief = urls.find("brief").orElseThrow();
      assertEquals(List.of(false, true), List.of(brief.expired(NOW), brief.expired(over)));
      assertEquals(1, urls.count(over, ListQuery.ALL));
      assertEquals(1, urls.page(over, ListQuery.ALL, 0, 9).size());
      urls.unlist(over);
      assertEquals(1, urls.count(over, ListQuery.ALL));
      List<ShortUrl> deleted = new ArrayList<>();
      urls.deleteExpired(TestClock.before(over), deleted::add);
      assertEquals(true, urls.find("brief").isPresent());
      assertEquals(List.of(), deleted);
      urls.deleteExpired(TestClock.before(over.plusSeconds(1)), deleted::add);
      assertEquals(List.of("brief"), deleted.stream().map(ShortUrl::id).toList());
      assertEquals(false, urls.find("brief").isPresent());
      assertEquals(1, urls.count(over, ListQuery.ALL));
    }
  }

  private ShortUrls urls(EmbeddedStore store) {
    return new ShortUrls(new Documents(trouble.over(store.documents()), new SecureRandom()));
  }

  private static void add(ShortUrls urls, String key) {
    urls.add(
        new ShortUrl(key, "https://x.example", "", NOW, ShortUrl.NEVER, true, 0, "", List.of()), 9);
  }

  private static long clicks(ShortUrls urls, String key) {
    return urls.find(key).orElseThrow().clicks();
  }
}
