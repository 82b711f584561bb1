package dev.gatehouse.access;

import static java.lang.Thread.State.BLOCKED;
import static java.lang.Thread.State.TERMINATED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Waiting;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Event;
import dev.gatehouse.embedded.EmbeddedMongo;
import dev.gatehouse.gate.ApiKey;
import dev.gatehouse.gate.ApiKeys;
import dev.gatehouse.gate.BanLadder;
import dev.gatehouse.gate.Bans;
import dev.gatehouse.gate.Revocations;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.Documents;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the gate holds in memory when several look at the store at a time. */
class GateViewTest {
  private static final String NAME = "bot";
  private static final String KEY = "a-key-of-the-bot-0123";
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();
  private final AtomicReference<Future<Void>> held = new AtomicReference<>();
  private final ApiKeys keys = new ApiKeys(List.of());
  private final AtomicInteger looks = new AtomicInteger();
  private Dispatcher dispatcher;
  private EmbeddedMongo mongo;
  private MongoClient client;
  private KeyRepository keyBook;
  private GateView view;

  @BeforeEach
  void open() {
    mongo = EmbeddedMongo.start(folder, 0, false);
    client =
        MongoClient.create(
            vertx, new JsonObject().put("connection_string", mongo.url()).put("db_name", "test"));
    var documents = new Documents(holding(client));
    var banBook = new BanRepository(documents, BanLadder.parse(List.of("1h")), Duration.ofDays(1));
    keyBook = new KeyRepository(documents);
    InstantSource clock = InstantSource.fixed(NOW);
    dispatcher = new Dispatcher(vertx);
    view =
        new GateView(
            banBook,
            new TokenRepository(documents, new SecureRandom()),
            keyBook,
            new Bans(),
            new Revocations(),
            keys,
            dispatcher,
            clock);
  }

  @AfterEach
  void close() {
    client.close().await();
    mongo.close();
    vertx.close().await();
  }

  @Test
  void aLookThatEndsLateBringsNoRevokedKeyBack() throws Exception {
    keyBook.add(new ApiKey(Bson.newId(), NAME, ApiKey.hash(KEY), Set.of(), NOW));
    view.refresh();
    assertTrue(keys.find(KEY).isPresent());

    Promise<Void> slow = Promise.promise();
    held.set(slow.future());
    Thread late = Thread.ofPlatform().start(view::refresh);
    Waiting.until(() -> held.get() == null);
    Thread revoking =
        Thread.ofPlatform()
            .start(() -> {
              keyBook.revoke(NAME);
              view.keysChanged();
            });
    Waiting.until(() -> EnumSet.of(BLOCKED, TERMINATED).contains(revoking.getState()));
    slow.complete();
    late.join();
    revoking.join();
    assertFalse(keys.find(KEY).isPresent());
  }

  @Test
  void whoeverComesDuringALookIsServedByOneMore() throws Exception {
    Promise<Void> slow = Promise.promise();
    held.set(slow.future());
    Thread first = Thread.ofPlatform().start(view::refresh);
    Waiting.until(() -> held.get() == null);
    List<Thread> others =
        Stream.generate(() -> Thread.ofPlatform().start(view::refresh)).limit(50).toList();
    Waiting.until(() -> others.stream().filter(Thread::isAlive).count() == 1);
    slow.complete();
    first.join();
    for (Thread other : others) {
      other.join();
    }
    assertEquals(2, looks.get());
  }

  @Test
  void itsOwnChangesAreNoNews() {
    List<Event> heard = new ArrayList<>();
    dispatcher.listen(GateView.CHANGED, heard::add);
    view.keysChanged();
    assertEquals(1, heard.size());
    assertFalse(view.isNews(heard.getFirst()));
    assertTrue(view.isNews(new Event(GateView.CHANGED, Map.of("by", "another"))));
    assertTrue(view.isNews(new Event(GateView.CHANGED, Map.of())));
  }

  /** The client, whose next look at the keys can be held back once it has its result. */
  private MongoClient holding(MongoClient real) {
    return (MongoClient)
        Proxy.newProxyInstance(
            MongoClient.class.getClassLoader(),
            new Class<?>[] {MongoClient.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(real, arguments);
              boolean look =
                  method.getName().startsWith("find")
                      && arguments[0].equals("apiKeys")
                      && result instanceof Future<?>;
              Future<Void> wait = look ? held.getAndSet(null) : null;
              looks.addAndGet(look ? 1 : 0);
              return wait == null
                  ? result
                  : ((Future<?>) result).compose(found -> wait.map(none -> found));
            });
  }
}
