package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.store.DocumentCommands;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An engine in a new folder for each test, with one document in the collection c. */
final class TestEngine implements BeforeEachCallback, AfterEachCallback {
  Engine engine;
  DocumentCommands documents;
  private Path folder;

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    folder = Files.createTempDirectory("gatehouse-engine");
    open();
    documents.insert("c", List.of(document(-1)));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    engine.close();
    TestNode.deleteTree(folder);
  }

  private void open() {
    engine = Engine.open(folder, false, InstantSource.system());
    documents = new EmbeddedDocuments(engine, "test");
  }

  /** Reopens the engine as after a crash. */
  void reopen() {
    engine.close();
    open();
  }

  static JsonObject document(int i) {
    return new JsonObject().put("_id", "id" + i).put("n", i).put("v", i % 7);
  }

  static JsonObject byId(int i) {
    return new JsonObject().put("_id", "id" + i);
  }

  static StoreWatch commits(AtomicInteger count) {
    return counting(count, () -> {});
  }

  /**
   * @param then runs in the writer before it continues
   */
  static StoreWatch counting(AtomicInteger count, Runnable then) {
    return new StoreWatch() {
      @Override
      public void committed(long nanos) {
        count.incrementAndGet();
        then.run();
      }

      @Override
      public void ran(long nanos) {}
    };
  }
}
