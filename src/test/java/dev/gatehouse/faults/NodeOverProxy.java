package dev.gatehouse.faults;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.store.StoreAwayException;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A node over a store behind a proxy, both of which are started for each class. */
final class NodeOverProxy implements BeforeAllCallback, AfterAllCallback {
  private static final int MAX_STARTS = 5;

  private final String[] settings;
  ProxiedStore store;
  TestNode node;

  /**
   * @param settings such as {@code OWNER_EMAIL=owner@example.org}
   */
  NodeOverProxy(String... settings) {
    this.settings = settings;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    store = new ProxiedStore();
    node =
        started(() -> {
          TestNode made = new TestNode().with("MONGO_URL", store.url());
          Stream.of(settings).forEach(made::with);
          return made;
        });
  }

  /** Starts a node, again if the store's first reply comes too late on a busy machine. */
  static TestNode started(Supplier<TestNode> made) throws IOException {
    StoreAwayException late = null;
    for (int i = 0; i < MAX_STARTS; i++) {
      TestNode next = made.get();
      try {
        next.beforeAll(null);
        return next;
      } catch (StoreAwayException e) {
        late = e;
      }
    }
    throw late;
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    node.afterAll(context);
    store.close();
  }
}
