package dev.gatehouse.store;

import module java.base;

import io.vertx.core.json.JsonObject;

/**
 * Counters of changes by name, which all nodes increment and read. A node that received fewer
 * change events than the counter shows has missed one.
 */
public final class ChangeNumbers {
  private final DocumentCollection<ChangeNumber> numbers;

  /**
   * Number of changes under a name.
   *
   * @param id the name
   */
  private record ChangeNumber(String id, long number) {}

  public ChangeNumbers(Documents documents) {
    this.numbers = documents.collection("changeNumbers", ChangeNumber.class);
  }

  /**
   * Adds stored changes to a counter; blocks.
   *
   * @throws UnknownOutcomeException if the outcome is unknown
   */
  public void raise(String name, long by) {
    JsonObject more = new JsonObject().put("$inc", new JsonObject().put("number", by));
    for (; ; ) {
      try {
        numbers.upsert(new JsonObject().put("_id", name), more);
        return;
      } catch (DuplicateKeyException raced) {
        // Another node has created the document, so it can be updated now.
      }
    }
  }

  /** Returns all counters by name; blocks. */
  public Map<String, Long> all() {
    return numbers.find(new JsonObject(), new JsonObject(), 0, 0).stream()
        .collect(Collectors.toMap(ChangeNumber::id, ChangeNumber::number));
  }
}
