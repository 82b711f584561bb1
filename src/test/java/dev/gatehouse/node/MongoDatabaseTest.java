package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestSettings;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The address of MongoDB is followed as a whole, or refused. */
@Tag("slow")
class MongoDatabaseTest {
  @TempDir Path folder;
  private DocumentServer store;

  @BeforeEach
  void open() {
    store = DocumentServer.start();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Node node(String data, String rest) throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put("GATEHOUSE_DATA_DIR", folder.resolve(data).toString());
    environment.put("GATEHOUSE_MONGO_URL", "mongodb://127.0.0.1:" + store.port() + rest);
    environment.put("GATEHOUSE_HTTP_PORT", "0");
    environment.put("GATEHOUSE_MANAGEMENT_PORT", "0");
    environment.put("GATEHOUSE_STORE_RESERVE", "1MB");
    environment.put("GATEHOUSE_DRAIN_DELAY", "0s");
    var settings = TestSettings.of(environment);
    return Node.start(settings, Path.of("."), new TestClock());
  }

  private List<String> collections(String database) {
    Vertx vertx = Vertx.vertx();
    var config = JsonObject.of("connection_string", store.url(), "db_name", database);
    try {
      return MongoClient.create(vertx, config).getCollections().await();
    } finally {
      vertx.close().await();
    }
  }

  @Test
  void storesDocumentsInDatabaseNamedByUrl() throws IOException {
    node("one", "/other").close();
    assertFalse(collections("other").isEmpty());
    assertEquals(List.of(), collections("gatehouse"));
    node("two", "").close();
    assertFalse(collections("gatehouse").isEmpty());
  }

  /**
   * The connection options of the address apply to commands. Health checks use two dedicated
   * connections.
   */
  @Test
  void acceptsMinPoolSizeAboveHealthCheckPool() throws IOException {
    node("many", "/other?minPoolSize=5").close();
    assertFalse(collections("other").isEmpty());
  }

  @Test
  void rejectsUrlWithUnsafeWriteConcern() {
    var refused = assertThrows(IllegalArgumentException.class, () -> node("three", "/other?w=1"));
    assertEquals(
        "mongo.url has w=1: a server that fails would lose writes that were acknowledged;"
            + " omit w, or set w=majority",
        refused.getMessage());
  }
}
