package dev.gatehouse.access;

import dev.gatehouse.gate.Ban;
import dev.gatehouse.gate.BanLadder;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The stored bans, one an address. A ban that is over is remembered for the next one's length. */
final class BanRepository {
  private static final int MAX_LISTED = 100_000;

  private final DocumentCollection<Entry> bans;
  private final BanLadder ladder;
  private final Duration memory;

  /**
   * A ban of an address, past or present.
   *
   * @param until null when it is for good
   * @param count bans by the ladder so far, this one included
   */
  record Entry(String id, String reason, int attempts, Instant since, Instant until, int count) {
    Ban ban() {
      return new Ban(id, reason, attempts, since, until);
    }
  }

  BanRepository(Documents documents, BanLadder ladder, Duration memory) {
    this.bans = documents.collection("bans", Entry.class);
    this.ladder = ladder;
    this.memory = memory;
  }

  void prepare() {
    bans.index(new JsonObject().put("until", 1), new IndexOptions());
  }

  /**
   * Bans an address, or leaves the ban that it has.
   *
   * @param length null for the next step of the ladder
   */
  Ban ban(String address, String reason, int attempts, Duration length, Instant now) {
    for (; ; ) {
      Optional<Entry> before = bans.find(address);
      if (before.isPresent() && before.get().ban().holds(now)) {
        return before.get().ban();
      }
      int count =
          before
              .filter(entry -> entry.since().isAfter(now.minus(memory)))
              .map(Entry::count)
              .orElse(0);
      Entry next =
          length == null
              ? new Entry(
                  address, reason, attempts, now, ladder.until(count, now).orElse(null), count + 1)
              : new Entry(address, reason, attempts, now, now.plus(length), count);
      if (put(before, next)) {
        return next.ban();
      }
    }
  }

  /**
   * Returns whether it was this caller who wrote; of two that ban at once only one takes a step.
   */
  private boolean put(Optional<Entry> before, Entry next) {
    if (before.isEmpty()) {
      try {
        bans.insert(next);
        return true;
      } catch (DuplicateKeyException raced) {
        return false;
      }
    }
    JsonObject asRead =
        new JsonObject().put("_id", next.id()).put("since", Bson.time(before.get().since()));
    JsonObject fields = Bson.value(next);
    fields.remove("id");
    return bans.update(asRead, new JsonObject().put("$set", fields)).isPresent();
  }

  Optional<Entry> find(String address) {
    return bans.find(address);
  }

  /** Ends a ban and forgets it; whether there was one that holds. */
  boolean lift(String address, Instant now) {
    return bans.take(new JsonObject().put("_id", address))
        .filter(entry -> entry.ban().holds(now))
        .isPresent();
  }

  /** The bans that hold, the latest first. */
  List<Ban> current(Instant now) {
    JsonObject holds =
        new JsonObject()
            .put(
                "$or",
                new JsonArray()
                    .add(new JsonObject().putNull("until"))
                    .add(
                        new JsonObject()
                            .put("until", new JsonObject().put("$gt", Bson.time(now)))));
    return bans.find(holds, new JsonObject().put("since", -1), 0, MAX_LISTED).stream()
        .map(Entry::ban)
        .toList();
  }

  void forgetOld(Instant now) {
    bans.delete(
        new JsonObject().put("until", new JsonObject().put("$lt", Bson.time(now.minus(memory)))));
  }
}
