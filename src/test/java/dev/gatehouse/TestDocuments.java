package dev.gatehouse;

import dev.gatehouse.store.Documents;
import dev.gatehouse.store.MongoDocuments;
import io.vertx.ext.mongo.MongoClient;
import java.security.SecureRandom;
import java.time.Duration;

/** Documents over a test's own client. */
public final class TestDocuments {
  public static final Duration TIMEOUT = Duration.ofSeconds(20);

  private TestDocuments() {}

  public static Documents over(MongoClient client) {
    return new Documents(new MongoDocuments(client, TIMEOUT), new SecureRandom());
  }
}
