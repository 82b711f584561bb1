package dev.gatehouse.store;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Requests that came with an Idempotency-Key, and what they were answered, for a day. */
public final class IdempotencyKeys {
  private static final Duration KEPT = Duration.ofHours(24);

  private final DocumentCollection<Entry> entries;

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
   * @param timeout within which the request will be answered
   * @return the request that had the key before; empty when the caller has it now
   */
  public Optional<Entry> begin(String id, String fingerprint, Duration timeout, Instant now) {
    var mine = new Entry(id, fingerprint, 0, null, now.plus(timeout), now.plus(KEPT));
    for (; ; ) {
      try {
        entries.insert(mine);
        return Optional.empty();
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

  /** Gives a key back whose request was not carried out; blocks. */
  public void release(String id) {
    entries.delete(new JsonObject().put("_id", id).put("status", 0));
  }

  /** Forgets what is older than a day; blocks. */
  public void deleteExpired(Instant now) {
    entries.delete(new JsonObject().put("expiresAt", new JsonObject().put("$lte", Bson.time(now))));
  }
}
