package dev.gatehouse.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.gate.ApiKey;
import dev.gatehouse.gate.ApiKeys;
import dev.gatehouse.gate.Ban;
import dev.gatehouse.gate.BanLadder;
import dev.gatehouse.gate.Bans;
import dev.gatehouse.gate.Revocations;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.embedded.EmbeddedMongo;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the gate holds in memory while it is looked up by several at a time. */
class GateViewTest {
  private static final int ROUNDS = 10;
  private static final int LOOKERS = 2;
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();
  private final Bans bans = new Bans();
  private final ApiKeys keys = new ApiKeys(List.of());
  private EmbeddedMongo mongo;
  private MongoClient client;
  private BanBook banBook;
  private KeyBook keyBook;
  private GateView view;

  @BeforeEach
  void open() {
    mongo = EmbeddedMongo.start(folder, 0, false);
    client =
        MongoClient.create(
            vertx, new JsonObject().put("connection_string", mongo.url()).put("db_name", "test"));
    var documents = new Documents(client);
    banBook = new BanBook(documents, BanLadder.parse(List.of("1h")), Duration.ofDays(1));
    keyBook = new KeyBook(documents);
    InstantSource clock = InstantSource.fixed(NOW);
    view =
        new GateView(
            banBook,
            new TokenBook(documents, new SecureRandom()),
            keyBook,
            bans,
            new Revocations(),
            keys,
            new Dispatcher(vertx, clock),
            clock);
  }

  @AfterEach
  void close() {
    client.close().await();
    mongo.close();
    vertx.close().await();
  }

  @Test
  void aLookThatEndsLateBringsNothingBack() throws Exception {
    var done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> lookers =
          Stream.<Future<?>>generate(() -> threads.submit(() -> look(done)))
              .limit(LOOKERS)
              .toList();
      try {
        for (int i = 0; i < ROUNDS; i++) {
          aRevokedKeyIsGone("key-" + i);
          aBanHolds("192.0.2." + i);
        }
      } finally {
        done.set(true);
      }
      for (Future<?> looker : lookers) {
        looker.get();
      }
    }
  }

  private void look(AtomicBoolean done) {
    while (!done.get()) {
      view.refresh();
    }
  }

  private void aRevokedKeyIsGone(String name) {
    keyBook.add(new ApiKey(Bson.newId(), name, ApiKey.hash(name), Set.of(), NOW));
    view.keysChanged();
    assertTrue(keys.find(name).isPresent(), name);
    keyBook.revoke(name);
    view.keysChanged();
    for (int look = 0; look < LOOKERS; look++) {
      assertFalse(keys.find(name).isPresent(), name);
      view.refresh();
    }
  }

  private void aBanHolds(String address) {
    Ban ban = banBook.ban(address, "test", 1, null, NOW);
    view.banned(ban);
    for (int look = 0; look < LOOKERS; look++) {
      assertEquals(ban.address(), bans.banned(address, NOW).orElseThrow().address());
      view.refresh();
    }
  }
}
