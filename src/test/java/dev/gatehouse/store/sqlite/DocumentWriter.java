package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;

/** Writes documents until its process is killed, and prints each write before and after it. */
final class DocumentWriter {
  /** Printed in place of the number of a deleted document. */
  static final int DELETED = -1;

  private final DocumentCommands documents;
  private final String name;

  /** Number of each document of this writer. */
  private final Map<String, Integer> numbers = new HashMap<>();

  private final Random random = new Random();
  private long next;

  /**
   * @param name first part of the ids of its documents
   */
  DocumentWriter(DocumentCommands documents, String name) {
    this.documents = documents;
    this.name = name;
    for (JsonObject each : all(documents)) {
      String id = each.getString("_id");
      if (id.startsWith(name)) {
        numbers.put(id, each.getInteger("n"));
      }
    }
    // Ids of deleted documents are not used again.
    next = System.nanoTime();
  }

  static List<JsonObject> all(DocumentCommands documents) {
    return documents.find("c", new JsonObject(), new JsonObject(), 0, 0);
  }

  static void createIndexes(DocumentCommands documents) {
    documents.index("c", JsonObject.of("n", -1), new IndexOptions());
    documents.index("c", JsonObject.of("tags", 1, "n", 1), new IndexOptions());
    documents.index("c", JsonObject.of("key", 1), new IndexOptions().unique(true));
  }

  void run() {
    while (true) {
      int step = random.nextInt(8);
      if (step > 2 || numbers.isEmpty()) {
        insert();
      } else {
        String id = List.copyOf(numbers.keySet()).get(random.nextInt(numbers.size()));
        if (step == 2) {
          delete(id);
        } else {
          increment(id);
        }
      }
    }
  }

  private void insert() {
    String id = name + next++;
    JsonArray tags = new JsonArray().add("t" + random.nextInt(5)).add("t" + random.nextInt(5));
    JsonObject document =
        JsonObject.of("_id", id, "key", id, "n", 0, "tags", tags)
            .put("text", "x".repeat(random.nextInt(random.nextInt(30) == 0 ? 1_500_000 : 1000)));
    print("asked", id, 0);
    documents.insert("c", List.of(document));
    print("done", id, 0);
    numbers.put(id, 0);
  }

  private void increment(String id) {
    int number = numbers.get(id) + 1;
    print("asked", id, number);
    JsonObject change = JsonObject.of("$inc", JsonObject.of("n", 1));
    require(documents.update("c", JsonObject.of("_id", id), change, false), id);
    print("done", id, number);
    numbers.put(id, number);
  }

  private void delete(String id) {
    print("asked", id, DELETED);
    require(documents.remove("c", JsonObject.of("_id", id)), id);
    print("done", id, DELETED);
    numbers.remove(id);
  }

  private static void require(Optional<JsonObject> found, String id) {
    if (found.isEmpty()) {
      throw new IllegalStateException(id + " is gone");
    }
  }

  private static void print(String event, String id, int number) {
    System.out.println("documents " + event + " " + id + " " + number + " .");
  }
}
