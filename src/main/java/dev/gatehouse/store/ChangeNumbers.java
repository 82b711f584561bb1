package dev.gatehouse.store;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Counts of what has changed, by a name each, that all nodes raise and read: whoever has heard of
 * fewer changes than there were has missed one.
 */
public final class ChangeNumbers {
  private final DocumentCollection<ChangeNumber> numbers;

  /**
   * The changes under a name.
   *
   * @param id the name
   */
  private record ChangeNumber(String id, long number) {}

  public ChangeNumbers(Documents documents) {
    this.numbers = documents.collection("changeNumbers", ChangeNumber.class);
  }

  /**
   * Counts changes that have been stored; blocks.
   *
   * @throws UnknownOutcomeException when nobody knows whether they count now
   */
  public void raise(String name, long by) {
    JsonObject more = new JsonObject().put("$inc", new JsonObject().put("number", by));
    for (; ; ) {
      try {
        numbers.upsert(new JsonObject().put("_id", name), more);
        return;
      } catch (DuplicateKeyException raced) {
        // Another node has made the document: now it can be changed.
      }
    }
  }

  /** All numbers by their names; blocks. */
  public Map<String, Long> all() {
    return numbers.find(new JsonObject(), new JsonObject(), 0, 0).stream()
        .collect(Collectors.toMap(ChangeNumber::id, ChangeNumber::number));
  }
}
