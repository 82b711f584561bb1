package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestSettings;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The address of MongoDB is followed as a whole, or refused. */
@Tag("slow")
class MongoDatabaseTest {
  @TempDir Path folder;
  @AutoClose private DocumentServer store;

  @BeforeEach
  void open() {
    store = DocumentServer.start();
  }

  private Node node(String data, String rest) throws IOException {
    String url = "mongodb://127.0.0.1:" + store.port() + rest;
    return TestSettings.start(folder.resolve(data), "MONGO_URL", url);
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
