package dev.gatehouse.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.StoreProxy;
import dev.gatehouse.TestNode;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;

/** A document server behind a proxy, and a way past the proxy to what is stored. */
final class ProxiedStore implements AutoCloseable {
  /** What the jobs of a node ask every second, or do a little later. */
  private static final Set<String> JOBS =
      Set.of(
          "find gateChanges", "find outbox",
          "find tradingLogs", "find jobs",
          "update jobs", "update outbox",
          "findAndModify outbox", "findAndModify leases",
          "delete leases", "find leases");

  private static final Map<String, List<String>> BLOBS =
      Map.of(
          "audio", List.of("blob"),
          "blockgameSaves", List.of("blob"),
          "dna", List.of("blob"),
          "resume", List.of("blob"),
          "symbols", List.of("copy", "download"));

  private final Vertx vertx = Vertx.vertx();
  private final DocumentServer mongo;
  private final StoreProxy proxy;
  private final MongoClient past;

  ProxiedStore() throws IOException {
    mongo = DocumentServer.start();
    proxy = new StoreProxy(URI.create(mongo.url()).getPort(), JOBS);
    past =
        MongoClient.create(
            vertx, JsonObject.of("connection_string", mongo.url(), "db_name", "gatehouse"));
  }

  /** The address of the proxy. */
  String url() {
    return "mongodb://127.0.0.1:" + proxy.port();
  }

  @Override
  public void close() throws IOException {
    past.close().await();
    proxy.close();
    mongo.close();
    vertx.close().await();
  }

  StoreProxy proxy() {
    return proxy;
  }

  long count(String collection) {
    return past.count(collection, new JsonObject()).await();
  }

  long count(String collection, JsonObject query) {
    return past.count(collection, query).await();
  }

  JsonObject one(String collection) {
    return one(collection, new JsonObject());
  }

  JsonObject one(String collection, JsonObject query) {
    return past.findOne(collection, query, null).await();
  }

  /** Stores a document of which no event tells the node. */
  void insert(String collection, JsonObject document) {
    past.insert(collection, document).await();
  }

  void mustHoldEveryNamedBlob(TestNode served, String what) {
    BLOBS.forEach((collection, fields) ->
        past.find(collection, new JsonObject())
            .await()
            .forEach(document ->
                fields.forEach(field -> {
                  String blob = document.getString(field);
                  Path file = served.data().resolve("blobs").resolve(blob.substring(0, 2));
                  assertTrue(
                      Files.exists(file.resolve(blob)),
                      () -> collection + " names a file that is gone, after " + what);
                })));
  }
}
