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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SilentServerTest {
  private static final Duration COMMAND = Duration.ofSeconds(8);

  /** Less than a command's time, and more than half of it. */
  private static final Duration PATIENCE = Duration.ofSeconds(7);

  @TempDir Path folder;

  @Test
  @Timeout(60)
  void aChangeIsGivenUpOnceTheServerIsKnownToBeSilent() throws Exception {
    Vertx vertx = Vertx.vertx();
    try (var store = EmbeddedMongo.start(folder, 0, false, Clock.systemUTC());
        var proxy = new FrozenProxy(URI.create(store.url()).getPort())) {
      JsonObject config =
          MongoDocuments.times(Duration.ofSeconds(3), COMMAND)
              .put("connection_string", "mongodb://127.0.0.1:" + proxy.port())
              .put("db_name", "test");
      MongoClient client = MongoClient.create(vertx, config);
      var documents = new MongoDocuments(client, COMMAND);
      documents.insert("notes", List.of(new JsonObject().put("_id", "first")));
      proxy.freeze();
      long begun = System.nanoTime();
      assertThrows(
          UnknownOutcomeException.class,
          () -> documents.insert("notes", List.of(new JsonObject().put("_id", "second"))));
      Duration took = Duration.ofNanos(System.nanoTime() - begun);
      assertTrue(took.compareTo(PATIENCE) < 0, "it took " + took);
      documents.close();
      client.close().await();
    } finally {
      vertx.close().await();
    }
  }
}
