package dev.gatehouse.store;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Stores requests with an Idempotency-Key and their answers for 24 hours. */
public final class IdempotencyKeys {
  private static final Duration KEPT = Duration.ofHours(24);

  private static final int MAX_OWED = 10_000;

  private final DocumentCollection<Entry> entries;

  /**
   * Keys whose release could not be stored yet, with the {@code lostAt} times of their requests.
   */
  private final Map<String, Instant> owed = new ConcurrentHashMap<>();

  /**
   * Request with an idempotency key.
   *
   * @param id hash of the principal, the operation and the key
   * @param fingerprint hash of the body
   * @param status status of the answer; 0 until there is one
   * @param json the answer's body
   * @param lostAt time after which a missing answer will not arrive any more
   */
  public record Entry(
      String id, String fingerprint, int status, String json, Instant lostAt, Instant expiresAt) {}

  public IdempotencyKeys(Documents documents) {
    this.entries = documents.collection("idempotencyKeys", Entry.class);
  }

  /** Creates the index; blocks. */
  public void prepare() {
    entries.index(new JsonObject().put("expiresAt", 1), new IndexOptions());
  }

  /**
   * Reserves a key, or returns the request that has it. Of two concurrent callers, one reserves it.
   * Blocks.
   *
   * @param lostAt time after which a missing answer will not arrive any more
   * @return the earlier request with the key; empty if the caller has reserved it
   */
  public Optional<Entry> begin(String id, String fingerprint, Instant lostAt, Instant now) {
    Instant before = owed.get(id);
    if (before != null) {
      release(id, before);
    }
    var mine = new Entry(id, fingerprint, 0, null, lostAt, now.plus(KEPT));
    for (; ; ) {
      try {
        entries.insert(mine);
        return Optional.empty();
      } catch (UnknownOutcomeException perhapsTaken) {
        markUnknown(id, lostAt);
        throw perhapsTaken;
      } catch (DuplicateKeyException taken) {
        Optional<Entry> other = entries.find(id);
        if (other.isPresent() && other.get().expiresAt().isAfter(now)) {
          return other;
        }
        deleteExpired(now);
      }
    }
  }

  /** Stores the answer; blocks. */
  public void end(String id, int status, String json) {
    entries.update(
        new JsonObject().put("_id", id).put("status", 0),
        new JsonObject().put("$set", new JsonObject().put("status", status).put("json", json)));
  }

  /**
   * Releases the key of a request that was not executed, identified by its {@code lostAt}. If the
   * store is unavailable, the key is released when the request is repeated. Blocks.
   */
  public void release(String id, Instant lostAt) {
    try {
      entries.delete(
          new JsonObject().put("_id", id).put("status", 0).put("lostAt", Bson.time(lostAt)));
      owed.remove(id, lostAt);
    } catch (DocumentStoreException | UnknownOutcomeException e) {
      markUnknown(id, lostAt);
      throw e;
    }
  }

  private void markUnknown(String id, Instant lostAt) {
    if (owed.size() < MAX_OWED) {
      owed.put(id, lostAt);
    }
  }

  /** Deletes entries older than a day; blocks. */
  public void deleteExpired(Instant now) {
    owed.values().removeIf(lostAt -> lostAt.isBefore(now.minus(KEPT)));
    entries.delete(new JsonObject().put("expiresAt", new JsonObject().put("$lte", Bson.time(now))));
  }
}
