package dev.gatehouse.store;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Requests that came with an Idempotency-Key, and what they were answered, for a day. */
public final class IdempotencyKeys {
  private static final Duration KEPT = Duration.ofHours(24);

  private static final int MAX_OWED = 10_000;

  private final DocumentCollection<Entry> entries;

  /** Keys that are to be given back, which the store could not be told; by the times they have. */
  private final Map<String, Instant> owed = new ConcurrentHashMap<>();

  /**
   * A request of this key.
   *
   * @param id who asked for what under which key, hashed
   * @param fingerprint of the body
   * @param status of the answer; 0 until there is one
   * @param json the answer's body
   * @param lostAt when an answer that is not there will not come any more
   */
  public record Entry(
      String id, String fingerprint, int status, String json, Instant lostAt, Instant expiresAt) {}

  public IdempotencyKeys(Documents documents) {
    this.entries = documents.collection("idempotencyKeys", Entry.class);
  }

  /** Makes the index; blocks. */
  public void prepare() {
    entries.index(new JsonObject().put("expiresAt", 1), new IndexOptions());
  }

  /**
   * Takes a key, or says who has it; of two callers at once one takes it. Blocks.
   *
   * @param lostAt when an answer that is not there will not come any more
   * @return the request that had the key before; empty when the caller has it now
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

  /** Keeps the answer; blocks. */
  public void end(String id, int status, String json) {
    entries.update(
        new JsonObject().put("_id", id).put("status", 0),
        new JsonObject().put("$set", new JsonObject().put("status", status).put("json", json)));
  }

  /**
   * Gives a key back whose request, the one of this time, was not carried out; if the store is
   * away, when the request comes again. Blocks.
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

  /** Forgets what is older than a day; blocks. */
  public void deleteExpired(Instant now) {
    owed.values().removeIf(lostAt -> lostAt.isBefore(now.minus(KEPT)));
    entries.delete(new JsonObject().put("expiresAt", new JsonObject().put("$lte", Bson.time(now))));
  }
}
