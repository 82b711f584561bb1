package dev.gatehouse.access;

import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Failed attempts to get in, by address, in a sliding window. An attempt is reserved before it is
 * judged, by one atomic update that fails once the window is full: however many come at once, on
 * however many nodes, no more than the limit are judged.
 */
final class Attempts {
  private final DocumentCollection<Tries> tries;
  private final int maxAttempts;
  private final Duration window;

  /**
   * The attempts of an address that count, the oldest first.
   *
   * @param expiresAt when none of them will count any more
   */
  record Tries(String id, List<Try> tries, Instant expiresAt) {}

  record Try(String id, Instant at) {}

  /**
   * A place taken among those that will be judged.
   *
   * @param remaining places left after this one
   */
  record Reservation(String address, String id, int remaining) {}

  Attempts(Documents documents, int maxAttempts, Duration window) {
    this.tries = documents.collection("attempts", Tries.class);
    this.maxAttempts = maxAttempts;
    this.window = window;
  }

  void prepare() {
    tries.index(new JsonObject().put("expiresAt", 1), new IndexOptions());
  }

  int maxAttempts() {
    return maxAttempts;
  }

  /**
   * Reserves an attempt; empty when the window is full.
   *
   * @param notBefore attempts before this do not count any more: they have led to a ban that is
   *     over
   */
  Optional<Reservation> reserve(String address, Instant now, Instant notBefore) {
    Instant windowStart = now.minus(window);
    Instant cutoff = notBefore.isAfter(windowStart) ? notBefore : windowStart;
    JsonObject old = new JsonObject().put("at", new JsonObject().put("$lt", Bson.time(cutoff)));
    tries.update(byId(address), pull(old));
    JsonObject room =
        byId(address).put("tries." + (maxAttempts - 1), new JsonObject().put("$exists", false));
    Try attempt = new Try(Bson.newId(), now);
    JsonObject add =
        new JsonObject()
            .put("$push", new JsonObject().put("tries", Bson.value(attempt)))
            .put("$set", new JsonObject().put("expiresAt", Bson.time(now.plus(window))));
    try {
      int taken = tries.upsert(room, add).tries().size();
      return Optional.of(new Reservation(address, attempt.id(), maxAttempts - taken));
    } catch (DuplicateKeyException full) {
      return Optional.empty();
    }
  }

  /** Gives a place back: the attempt was none, it was right. */
  void giveBack(Reservation reservation) {
    tries.update(byId(reservation.address()), pull(new JsonObject().put("id", reservation.id())));
  }

  void clear(String address) {
    tries.delete(byId(address));
  }

  void deleteExpired(Instant now) {
    tries.delete(new JsonObject().put("expiresAt", new JsonObject().put("$lt", Bson.time(now))));
  }

  private static JsonObject byId(String address) {
    return new JsonObject().put("_id", address);
  }

  private static JsonObject pull(JsonObject matching) {
    return new JsonObject().put("$pull", new JsonObject().put("tries", matching));
  }
}
