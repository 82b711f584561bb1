package dev.gatehouse;

import dev.gatehouse.store.Documents;
import dev.gatehouse.store.mongo.MongoDocuments;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import java.security.SecureRandom;
import java.time.Duration;

/** Documents over a test's client. */
public final class TestDocuments {
  public static final Duration TIMEOUT = Duration.ofSeconds(20);

  private TestDocuments() {}

  /**
   * Creates documents over a new client.
   *
   * @param url address of the server
   */
  public static Documents at(Vertx vertx, String url) {
    return over(client(vertx, url));
  }

  /**
   * Creates a new client.
   *
   * @param url address of the server
   */
  public static MongoClient client(Vertx vertx, String url) {
    var config = JsonObject.of("connection_string", url, "db_name", "test", "useObjectId", false);
    return MongoClient.create(vertx, config);
  }

  public static MongoDocuments commands(MongoClient client) {
    return new MongoDocuments(client, client, TIMEOUT);
  }

  public static Documents over(MongoClient client) {
    return new Documents(commands(client), new SecureRandom());
  }
}
