package dev.gatehouse.store.sqlite;

import static dev.gatehouse.store.sqlite.TestStore.await;

import com.mongodb.MongoException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import io.vertx.ext.mongo.MongoClient;
import java.util.Random;

/** Inserts, increments and deletes until the connection breaks, and records each outcome. */
final class KillLoopWriter implements Runnable {
  private final MongoClient client;
  private final KillLoopLedger ledger;
  private final Random random;

  KillLoopWriter(MongoClient client, KillLoopLedger ledger, Random random) {
    this.client = client;
    this.ledger = ledger;
    this.random = random;
  }

  static void createIndexes(MongoClient client) {
    await(client.createIndex("c", new JsonObject().put("n", -1)));
    await(client.createIndex("c", new JsonObject().put("tags", 1).put("n", 1)));
    IndexOptions partial =
        new IndexOptions()
            .unique(true)
            .name("open")
            .partialFilterExpression(new JsonObject().put("n", new JsonObject().put("$gt", 2)));
    await(client.createIndexWithOptions("c", new JsonObject().put("key", 1), partial));
  }

  @Override
  public void run() {
    try {
      while (true) {
        switch (random.nextInt(8)) {
          case 0, 1 -> countUp();
          case 2 -> delete();
          default -> insert();
        }
      }
    } catch (RuntimeException e) {
      if (!(e instanceof MongoException)) {
        throw e;
      }
      // The kill: the operation in progress may or may not have been executed.
    }
  }

  private void insert() {
    String id = ledger.insertBegins();
    JsonArray tags = new JsonArray().add("t" + random.nextInt(5)).add("t" + random.nextInt(5));
    JsonObject document =
        new JsonObject()
            .put("_id", id)
            .put("key", id)
            .put("n", 0)
            .put("tags", tags)
            .put("text", "x".repeat(random.nextInt(random.nextInt(30) == 0 ? 1_500_000 : 1000)));
    await(client.insert("c", document));
    ledger.insertEnds(id);
  }

  private void countUp() {
    String id = ledger.countBegins(random);
    if (id != null) {
      JsonObject change = new JsonObject().put("$inc", new JsonObject().put("n", 1));
      await(client.findOneAndUpdate("c", new JsonObject().put("_id", id), change));
      ledger.countEnds(id);
    }
  }

  private void delete() {
    String id = ledger.deleteBegins(random);
    if (id != null) {
      await(client.removeDocument("c", new JsonObject().put("_id", id)));
      ledger.deleteEnds(id);
    }
  }
}
