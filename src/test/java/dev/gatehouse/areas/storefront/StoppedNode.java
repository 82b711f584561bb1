package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.sqlite.EmbeddedStore;

/** Documents of a node that is stopped. */
final class StoppedNode {
  private StoppedNode() {}

  /** Runs work on the documents of the stopped node. */
  static <T> T inStore(TestNode node, Function<DocumentCommands, T> work) {
    var folder = node.data().resolve("documents");
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      return work.apply(store.documents());
    }
  }
}
