package dev.gatehouse.store;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.FrozenProxy;
import dev.gatehouse.embedded.EmbeddedMongo;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SilentServerTest {
  private static final Duration COMMAND = Duration.ofSeconds(8);

  /** Less than a command's time, and more than half of it. */
  private static final Duration PATIENCE = Duration.ofSeconds(7);

  @TempDir Path folder;

  private final Vertx vertx = Vertx.vertx();
  private final List<MongoClient> clients = new ArrayList<>();
  private EmbeddedMongo store;
  private FrozenProxy proxy;
  private MongoClient throughProxy;

  @BeforeEach
  void begin() throws Exception {
    store = EmbeddedMongo.start(folder, 0, false, Clock.systemUTC());
    proxy = new FrozenProxy(URI.create(store.url()).getPort());
    throughProxy = client(proxy.port());
  }

  @AfterEach
  void end() throws Exception {
    for (MongoClient client : clients) {
      client.close().await();
    }
    vertx.close().await();
    proxy.close();
    store.close();
  }

  private MongoClient client(int port) {
    MongoClient client =
        MongoClient.create(
            vertx,
            MongoDocuments.times(Duration.ofSeconds(3), COMMAND)
                .put("connection_string", "mongodb://127.0.0.1:" + port)
                .put("db_name", "test"));
    clients.add(client);
    return client;
  }

  private static JsonObject note(String id) {
    return new JsonObject().put("_id", id);
  }

  /** Returns how long a change was waited for whose reply does not come. */
  private Duration gaveUp(MongoDocuments documents) {
    documents.insert("notes", List.of(note("first")));
    proxy.freeze();
    long begun = System.nanoTime();
    assertThrows(
        UnknownOutcomeException.class, () -> documents.insert("notes", List.of(note("second"))));
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    documents.close();
    return took;
  }

  @Test
  @Timeout(60)
  void aChangeIsGivenUpOnceTheServerIsKnownToBeSilent() {
    Duration took = gaveUp(new MongoDocuments(throughProxy, throughProxy, COMMAND));
    assertTrue(took.compareTo(PATIENCE) < 0, "it took " + took);
  }

  /** Slow commands may hold every connection of a client: that is no silence of the server. */
  @Test
  @Timeout(60)
  void aChangeHasAllOfItsTimeWhileTheServerGivesSignsOfLife() {
    MongoClient signs = client(URI.create(store.url()).getPort());
    Duration took = gaveUp(new MongoDocuments(throughProxy, signs, COMMAND));
    assertTrue(took.compareTo(PATIENCE) >= 0, "it took " + took);
  }
}
