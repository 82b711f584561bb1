package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;

/** Documents of a node that is stopped. */
final class StoppedNode {
  private StoppedNode() {}

  /** Changes the state of a stored document, which must exist. */
  static void setState(TestNode node, String collection, JsonObject query, String state) {
    var update = JsonObject.of("$set", JsonObject.of("state", state));
    inStore(node, documents -> documents.update(collection, query, update, false).orElseThrow());
  }

  /** Returns the state of a stored document. */
  static String state(TestNode node, String collection, JsonObject query) {
    return inStore(node, documents -> documents.findOne(collection, query).orElseThrow())
        .getString("state");
  }

  /** Runs work on the documents of the stopped node. */
  static <T> T inStore(TestNode node, Function<DocumentCommands, T> work) {
    var folder = node.data().resolve("documents");
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      return work.apply(store.documents());
    }
  }
}
