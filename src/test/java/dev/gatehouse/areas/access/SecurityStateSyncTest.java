package dev.gatehouse.areas.access;

import static java.lang.Thread.State.TERMINATED;
import static java.lang.Thread.State.WAITING;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.Intercepted;
import dev.gatehouse.Substitute;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.Waiting;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.GateChanged;
import dev.gatehouse.security.ApiKey;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.Documents;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The gates of two nodes over one store, which follow each other's changes. */
@Tag("slow")
class SecurityStateSyncTest {
  private static final String NAME = "bot";
  private static final String KEY = "a-key-of-the-bot-0123";
  private static final Instant NOW = GateSide.NOW;
  private static final Duration HOUR = GateSide.HOUR;

  private final Vertx vertx = Vertx.vertx();
  private final AtomicReference<Future<Void>> held = new AtomicReference<>();
  private final LongAdder returned = new LongAdder();
  private DocumentServer mongo;
  private MongoClient client;
  private GateSide here;
  private GateSide there;

  @BeforeEach
  void open() {
    mongo = DocumentServer.start();
    client = TestDocuments.client(vertx, mongo.url());
    here =
        new GateSide(
            new Documents(counting(TestDocuments.commands(holding(client))), new SecureRandom()));
    there = new GateSide(TestDocuments.over(client));
  }

  @AfterEach
  void close() {
    client.close().await();
    mongo.close();
    Future.all(vertx.close(), here.vertx.close(), there.vertx.close()).await();
  }

  /** Counts the documents that are returned. */
  private DocumentCommands counting(DocumentCommands all) {
    return Intercepted.of(
        DocumentCommands.class,
        all,
        (method, real) -> {
          Object result = real.call();
          switch (result) {
            case List<?> page -> returned.add(page.size());
            case Optional<?> one -> returned.add(one.stream().count());
            case null, default -> {}
          }
          return result;
        });
  }

  @Test
  void propagatesEveryChangeOnNextRefresh() {
    there.view.refresh();
    here.ban("1.2.3.4");
    here.stores.tokens().revoke("token", NOW.plus(HOUR));
    here.view.changing(ChangeLog.Kind.TOKEN, "token", () -> true);
    here.stores.keys().add(key("id", NAME, KEY));
    here.view.changing(ChangeLog.Kind.KEY, "id", () -> true);
    assertTrue(here.banned("1.2.3.4") && here.knows(KEY));
    there.view.refresh();
    assertTrue(there.banned("1.2.3.4"));
    assertTrue(there.gate.revocations().revoked("token"));
    assertTrue(there.knows(KEY));

    there.stores.bans().lift("1.2.3.4", NOW);
    there.view.changing(ChangeLog.Kind.BAN, "1.2.3.4", () -> true);
    there.stores.keys().revoke("id");
    there.view.changing(ChangeLog.Kind.KEY, "id", () -> true);
    assertFalse(there.banned("1.2.3.4") || there.knows(KEY));
    here.view.refresh();
    assertFalse(here.banned("1.2.3.4"));
    assertFalse(here.knows(KEY));
  }

  @Test
  void readsOnlyChangesOnRefresh() {
    for (int part = 0; part < 10; part++) {
      int from = part * 1_000;
      TestDocuments.over(client)
          .collection("bans", BanRepository.Entry.class)
          .insert(
              IntStream.range(from, from + 1_000).mapToObj(SecurityStateSyncTest::entry).toList());
      TestDocuments.over(client)
          .collection("apiKeys", ApiKey.class)
          .insert(
              IntStream.range(from, from + 1_000)
                  .mapToObj(i -> key("id-" + i, "name-" + i, "a-stored-key-" + i))
                  .toList());
    }
    here.stores.keys().add(key("last", NAME, KEY));
    here.view.refresh();
    there.view.refresh();
    here.view.refresh();
    assertTrue(here.banned("10.0.0.0") && here.banned("10.0.39.15"));
    assertTrue(here.knows(KEY), "the 10,001st key");

    long before = returned.sum();
    for (int i = 0; i < 100; i++) {
      here.view.refresh();
    }
    long atRest = returned.sum() - before;
    assertTrue(atRest <= 100, "100 looks read " + atRest + " documents");
    there.ban("1.2.3.4");
    before = returned.sum();
    here.view.refresh();
    assertTrue(here.banned("1.2.3.4"));
    assertTrue(returned.sum() - before <= 5, "one change");
  }

  @Test
  void reloadsEverythingWhenBehindTheLog() {
    there.view.refresh();
    here.ban("1.2.3.4");
    // The log without its older end, as after a trim.
    client.removeDocuments("gateChanges", new JsonObject()).await();
    TestDocuments.over(client)
        .collection("gateChanges", ChangeLog.Change.class)
        .insert(new ChangeLog.Change("0".repeat(14) + "50000", ChangeLog.Kind.KEY, "none"));
    there.view.refresh();
    assertTrue(there.banned("1.2.3.4"));
    here.ban("5.6.7.8");
    there.view.refresh();
    assertTrue(there.banned("5.6.7.8"), "and goes on from there");
  }

  @Test
  void propagatesUnannouncedChangeAfterRefresh() {
    there.view.refresh();
    here.stores.bans().ban("1.2.3.4", "a test", 0, HOUR, NOW);
    there.view.refresh();
    assertFalse(there.banned("1.2.3.4"), "nobody has reported");
    here.view.refresh();
    there.view.refresh();
    assertTrue(there.banned("1.2.3.4"));
  }

  @Test
  void assignsUniqueNumbersUnderConcurrency() throws Exception {
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      GateSide side = i % 2 == 0 ? here : there;
      String address = "1.2.3." + i;
      writers.add(Thread.ofVirtual().start(() -> side.ban(address)));
    }
    for (Thread writer : writers) {
      writer.join();
    }
    here.view.refresh();
    there.view.refresh();
    for (int i = 0; i < 20; i++) {
      assertTrue(here.banned("1.2.3." + i) && there.banned("1.2.3." + i), "address " + i);
    }
    assertEquals(20, here.stores.log().last());
  }

  @Test
  void keepsKeyRevokedDespiteLateRefresh() throws Exception {
    here.stores.keys().add(key("id", NAME, KEY));
    Promise<Void> slow = Promise.promise();
    held.set(slow.future());
    Thread late = Thread.ofPlatform().start(here.view::refresh);
    Waiting.until(() -> held.get() == null);
    Thread revoking =
        Thread.ofPlatform()
            .start(() -> {
              here.stores.keys().revoke("id");
              here.view.changing(ChangeLog.Kind.KEY, "id", () -> true);
            });
    Waiting.until(() -> EnumSet.of(WAITING, TERMINATED).contains(revoking.getState()));
    slow.complete();
    late.join();
    revoking.join();
    assertFalse(here.knows(KEY));
  }

  @Test
  void ignoresItsOwnChanges() {
    List<GateChanged> heard = new ArrayList<>();
    here.dispatcher.listen(AccessMessages.CHANGED, heard::add);
    here.view.changing(ChangeLog.Kind.KEY, "id", () -> true);
    assertEquals(1, heard.size());
    assertFalse(here.view.isNews(heard.getFirst()));
    assertTrue(there.view.isNews(heard.getFirst()));
    assertTrue(here.view.isNews(new GateChanged(null)));
  }

  private static ApiKey key(String id, String name, String text) {
    return new ApiKey(id, name, ApiKey.hash(text), Set.of(), NOW);
  }

  private static BanRepository.Entry entry(int i) {
    String address = "10.0." + (i >> 8) + "." + (i & 0xff);
    return new BanRepository.Entry(address, "a test", 0, NOW, NOW.plus(HOUR), 1);
  }

  /** Returns the client. Its next read of the keys can be delayed after the result is available. */
  private MongoClient holding(MongoClient real) {
    return Substitute.of(
        MongoClient.class,
        (self, method, arguments) -> {
          Object result = method.invoke(real, arguments);
          boolean look =
              method.getName().startsWith("findWith")
                  && arguments[0].equals("apiKeys")
                  && result instanceof Future<?>;
          Future<Void> wait = look ? held.getAndSet(null) : null;
          return wait == null
              ? result
              : ((Future<?>) result).compose(found -> wait.map(none -> found));
        });
  }
}
