package dev.gatehouse;

import module java.base;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.BulkOperation;
import io.vertx.ext.mongo.MongoClient;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A store that a node shares with another program that writes to it. Register it before the node.
 */
public final class BotsStore implements BeforeAllCallback, AfterAllCallback {
  private final TestNode node;
  private Vertx vertx;
  private DocumentServer mongo;
  private MongoClient client;

  public BotsStore(TestNode node) {
    this.node = node;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    vertx = Vertx.vertx();
    mongo = DocumentServer.start();
    node.with("MONGO_URL", mongo.url()).with("MONGO_SELECTION_TIMEOUT", "20s");
    JsonObject config =
        JsonObject.of(
            "connection_string", mongo.url(), "db_name", "gatehouse", "useObjectId", true);
    client = MongoClient.create(vertx, config);
  }

  /** Writes documents unchanged. */
  public void write(String collection, List<JsonObject> documents) {
    client
        .bulkWrite(collection, documents.stream().map(BulkOperation::createInsert).toList())
        .await();
  }

  /** Removes all documents of a collection. */
  public void clear(String collection) {
    client.removeDocuments(collection, new JsonObject()).await();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    client.close().await();
    mongo.close();
    vertx.close().await();
  }
}
