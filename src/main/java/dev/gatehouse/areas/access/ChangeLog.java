package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonObject;

/**
 * Ordered log of changes to bans, logouts and keys. Each change is a short immutable document,
 * numbered without gaps. A node that knows a number reads only later changes. An entry names the
 * changed record and is written after the change. A node that reads the entry and then the record
 * sees this change or a later one.
 */
final class ChangeLog {
  /** Maximum number of entries that a node may lag behind before it must reload everything. */
  private static final int KEPT = 10_000;

  private static final JsonObject ANY = new JsonObject().put("_id", over(0));

  private final DocumentCollection<Change> changes;

  /** Kinds of changed records. */
  enum Kind {
    BAN,
    TOKEN,
    KEY,
    /** Unknown changes; requires a full reload. */
    ALL
  }

  /**
   * A change.
   *
   * @param id its number, zero-padded so that text order equals number order
   * @param key the address, the token's id or the key's id; for {@link Kind#ALL} the author
   */
  record Change(String id, Kind kind, String key) {
    long number() {
      return Long.parseLong(id);
    }
  }

  ChangeLog(Documents documents) {
    this.changes = documents.collection("gateChanges", Change.class);
  }

  /** Returns the number of the latest change; 0 before the first. */
  long last() {
    return changes.find(ANY.copy(), new JsonObject().put("_id", -1), 0, 1).stream()
        .mapToLong(Change::number)
        .findFirst()
        .orElse(0);
  }

  /** Adds an entry for a stored change. One writer at a time, so that they do not compete. */
  synchronized void add(Kind kind, String key) {
    while (!put(new Change(id(last() + 1), kind, key))) {
      // Another node has taken the number, so try the next one.
    }
  }

  private boolean put(Change change) {
    try {
      changes.insert(change);
      return true;
    } catch (DuplicateKeyException taken) {
      return false;
    }
  }

  /** Returns the changes after a number, in order. */
  List<Change> after(long number, int limit) {
    return changes.find(
        new JsonObject().put("_id", over(number)), new JsonObject().put("_id", 1), 0, limit);
  }

  /**
   * Deletes entries that every node read long ago. Keeps the latest, so that its number is not
   * reused.
   */
  void trim() {
    long oldest = last() - KEPT;
    if (oldest > 0) {
      changes.delete(new JsonObject().put("_id", new JsonObject().put("$lt", id(oldest))));
    }
  }

  private static JsonObject over(long number) {
    return new JsonObject().put("$gt", id(number));
  }

  private static String id(long number) {
    return String.format(Locale.ROOT, "%019d", number);
  }
}
