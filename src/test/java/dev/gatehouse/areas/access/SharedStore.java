package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestNode;
import dev.gatehouse.store.Documents;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A store that nodes share, with documents and blobs. It must be ordered before the nodes. */
public final class SharedStore implements BeforeAllCallback, AfterAllCallback {
  private static final String BLOBS = "blobs";
  private static final String SECRET = "a-secret-of-more-than-thirty-two-bytes";

  /** The clock of the document server. */
  public final TestClock clock = new TestClock();

  private final List<TestNode> nodes = new ArrayList<>();
  private Path folder;
  private DocumentServer mongo;
  private int port;

  /** Returns a node over this store, whose tokens are valid on the other nodes. */
  public TestNode serves(TestNode node) {
    nodes.add(node);
    return node.with("ACCESS_JWT_SECRET", SECRET).with("MONGO_OPERATION_TIMEOUT", "30s");
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    folder = Files.createTempDirectory("gatehouse-store");
    port = 0;
    start();
    String blobs = folder.resolve(BLOBS).toString();
    nodes.forEach(node -> node.with("MONGO_URL", mongo.url()).with("BLOBS_DIR", blobs));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    stop();
    TestNode.deleteTree(folder);
  }

  /** Returns all blob files. */
  public List<Path> blobs() throws IOException {
    return TestNode.blobs(folder.resolve(BLOBS));
  }

  int port() {
    return port;
  }

  /** Stops the store. Its data remain on disk. */
  void stop() {
    mongo.close();
  }

  /** Starts the store again, at the same port and with the same data. */
  void start() {
    mongo = DocumentServer.start(folder.resolve("documents"), port, clock);
    port = mongo.port();
  }

  /** Works on the documents directly, bypassing all nodes. */
  void withDocuments(Consumer<Documents> work) {
    Vertx vertx = Vertx.vertx();
    JsonObject config =
        JsonObject.of(
            "connection_string", mongo.url(), "db_name", "gatehouse", "useObjectId", false);
    MongoClient client = MongoClient.create(vertx, config);
    work.accept(TestDocuments.over(client));
    client.close().await();
    vertx.close().await();
  }
}
