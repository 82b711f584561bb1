package dev.gatehouse.access;

import dev.gatehouse.TestNode;
import dev.gatehouse.embedded.EmbeddedMongo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A document store of its own for nodes that share it; register it before them. */
final class SharedStore implements BeforeAllCallback, AfterAllCallback {
  private final List<TestNode> nodes;
  private Path folder;
  private EmbeddedMongo mongo;
  private int port;

  SharedStore(TestNode... nodes) {
    this.nodes = List.of(nodes);
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    folder = Files.createTempDirectory("gatehouse-store");
    start();
    nodes.forEach(node -> node.with("MONGO_URL", mongo.url()));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    stop();
  }

  /** Goes away, with all that is stored. */
  void stop() {
    mongo.close();
  }

  /** Is there again, at the same port and with what was stored. */
  void start() {
    mongo = EmbeddedMongo.start(folder, port, false);
    port = mongo.port();
  }
}
