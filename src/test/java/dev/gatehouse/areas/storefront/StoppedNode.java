package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.store.mongo.MongoUrl;
import dev.gatehouse.store.sqlite.EmbeddedMongo;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;

/** Documents of a node that is stopped. */
final class StoppedNode {
  private StoppedNode() {}

  /** Runs work on the documents of the stopped node. */
  static <T> T inStore(TestNode node, Function<MongoClient, T> work) throws IOException {
    Vertx vertx = Vertx.vertx();
    var folder = node.data().resolve("documents");
    try (EmbeddedMongo store = EmbeddedMongo.start(folder, 0, false, Clock.systemUTC())) {
      var config =
          new JsonObject()
              .put("connection_string", store.url())
              .put("db_name", MongoUrl.DATABASE)
              .put("useObjectId", false);
      MongoClient client = MongoClient.create(vertx, config);
      try {
        return work.apply(client);
      } finally {
        client.close().await();
      }
    } finally {
      vertx.close().await();
    }
  }
}
