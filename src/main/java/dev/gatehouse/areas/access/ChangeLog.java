package dev.gatehouse.areas.access;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The changes of bans, log-outs and keys in their order: a short document each, numbered without a
 * gap and never written again. A node that knows a number reads what lies beyond it and nothing
 * else. An entry says what has changed, not how: it is written after the change, so whoever reads
 * the entry and then the thing itself sees this change or a later one.
 */
final class ChangeLog {
  /** So far may a node lag behind before it has to read everything again. */
  private static final int KEPT = 10_000;

  private static final JsonObject ANY = new JsonObject().put("_id", over(0));

  private final DocumentCollection<Change> changes;

  /** Writers of this node take turns: they would only take numbers from each other. */
  private final ReentrantLock turn = new ReentrantLock();

  /** The kinds of things that change. */
  enum Kind {
    BAN,
    TOKEN,
    KEY,
    /** Nobody knows what has changed. */
    ALL
  }

  /**
   * One change.
   *
   * @param id its number, in as many digits as the largest one has: texts in the order of numbers
   * @param key the address, the token's id or the key's id; for {@link Kind#ALL} who says so
   */
  record Change(String id, Kind kind, String key) {
    long number() {
      return Long.parseLong(id);
    }
  }

  ChangeLog(Documents documents) {
    this.changes = documents.collection("gateChanges", Change.class);
  }

  /** The number of the latest change, 0 before the first. */
  long last() {
    return changes.find(ANY.copy(), new JsonObject().put("_id", -1), 0, 1).stream()
        .mapToLong(Change::number)
        .findFirst()
        .orElse(0);
  }

  /** Adds a change that has been stored. */
  void add(Kind kind, String key) {
    turn.lock();
    try {
      while (!put(new Change(id(last() + 1), kind, key))) {
        // Another node has taken the number.
      }
    } finally {
      turn.unlock();
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

  /** The changes after a number, in their order. */
  List<Change> after(long number, int limit) {
    return changes.find(
        new JsonObject().put("_id", over(number)), new JsonObject().put("_id", 1), 0, limit);
  }

  /** Forgets what every node has read long ago; the latest stays, or its number would return. */
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
