package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.bench.GrowthFill.Kind;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;

/**
 * Items that differ only in their names from one that a request has made. They are written directly
 * into the store of a stopped node. A million requests would take an hour. Copies of a symbol or
 * file share its stored files.
 */
final class GrowthCopies {
  private static final int LOT = 1_000;

  private GrowthCopies() {}

  /** Copies item 0 of each kind that has items from {@code first} on. */
  static void fill(Path data, int first, int end) {
    if (first >= end) {
      return;
    }
    try (EmbeddedStore store = EmbeddedStore.open(data.resolve("documents"), false)) {
      DocumentCommands documents = store.documents();
      for (Kind kind : Kind.values()) {
        if (kind.lot == 1) {
          fill(documents, kind, first, end);
        }
      }
    }
  }

  private static void fill(DocumentCommands documents, Kind kind, int first, int end) {
    JsonObject made =
        documents.findOne(kind.collection, new JsonObject().put("_id", kind.id(0))).orElseThrow();
    for (int from = first; from < end; from += LOT) {
      List<JsonObject> lot =
          IntStream.range(from, Math.min(end, from + LOT))
              .mapToObj(index -> made.copy().put("_id", kind.id(index)))
              .toList();
      documents.insert(kind.collection, lot);
    }
  }
}
