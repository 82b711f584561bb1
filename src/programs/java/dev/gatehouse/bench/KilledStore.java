package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.node.logging.Logging;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;

/**
 * A process that fills a store and continues to write until it is killed. Arguments: folder,
 * megabytes.
 */
final class KilledStore {
  static final String FILLED = "filled";

  private static final int DOCUMENT = 10_000;
  private static final int BATCH = 100;

  private KilledStore() {}

  public static void main(String[] arguments) {
    Logging.start(new Settings.Log("text", "warn"));
    String padding = "x".repeat(DOCUMENT);
    long documents = Long.parseLong(arguments[1]) * 1_000_000 / DOCUMENT;
    EmbeddedStore store = EmbeddedStore.open(Path.of(arguments[0]), false);
    DocumentCommands commands = store.documents();
    for (long i = 0; true; i += BATCH) {
      long first = i;
      List<JsonObject> batch =
          IntStream.range(0, BATCH)
              .mapToObj(j -> new JsonObject().put("_id", "id" + (first + j)).put("x", padding))
              .toList();
      commands.insert("c", batch);
      if (i == documents) {
        System.out.println(FILLED);
      }
    }
  }
}
