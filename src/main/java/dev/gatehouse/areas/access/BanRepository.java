package dev.gatehouse.areas.access;

import dev.gatehouse.security.Ban;
import dev.gatehouse.security.BanLadder;
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
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** The stored bans, one an address. A ban that is over is remembered for the next one's length. */
final class BanRepository {
  /** The end of a ban for good, so that every ban has its place in the index of ends. */
  private static final Instant NEVER = Instant.parse("9999-12-31T00:00:00Z");

  private static final int PAGE = 1_000;

  private final DocumentCollection<Entry> bans;
  private final BanLadder ladder;
  private final Duration memory;

  /**
   * A ban of an address, past or present.
   *
   * @param count bans by the ladder so far, this one included
   */
  record Entry(String id, String reason, int attempts, Instant since, Instant ends, int count) {
    Ban ban() {
      return new Ban(id, reason, attempts, since, forGood() ? null : ends);
    }

    private boolean forGood() {
      return !ends.isBefore(NEVER);
    }
  }

  BanRepository(Documents documents, BanLadder ladder, Duration memory) {
    this.bans = documents.collection("bans", Entry.class);
    this.ladder = ladder;
    this.memory = memory;
  }

  void prepare() {
    bans.index(new JsonObject().put("ends", 1), new IndexOptions());
    bans.index(latestFirst(), new IndexOptions());
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
                  address, reason, attempts, now, ladder.until(count, now).orElse(NEVER), count + 1)
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
    return bans.update(asRead, new JsonObject().put("$set", fields), next::equals).isPresent();
  }

  Optional<Entry> find(String address) {
    return bans.find(address);
  }

  /** Ends a ban and forgets it; says if there was one that holds. */
  boolean lift(String address, Instant now) {
    return bans.take(new JsonObject().put("_id", address))
        .filter(entry -> entry.ban().holds(now))
        .isPresent();
  }

  /** One page of the bans that hold, the latest first. */
  List<Ban> page(Instant now, int skip, int limit) {
    return bans.find(holding(now), latestFirst(), skip, limit).stream().map(Entry::ban).toList();
  }

  long count(Instant now) {
    return bans.count(holding(now));
  }

  /** Counts the bans that hold and began within a span. */
  long count(Instant now, Instant from, Instant until) {
    JsonObject begun = new JsonObject().put("$gte", Bson.time(from)).put("$lt", Bson.time(until));
    return bans.count(holding(now).put("since", begun));
  }

  /** The ends of those of these addresses' bans that hold; {@link Instant#MAX} for good. */
  Map<String, Instant> ends(List<String> addresses, Instant now) {
    JsonObject these = new JsonObject().put("$in", new JsonArray(addresses));
    return bans.find(holding(now).put("_id", these), new JsonObject(), 0, 0).stream()
        .collect(Collectors.toMap(Entry::id, BanRepository::end));
  }

  /** Shows every address whose ban holds, with its end. */
  void each(Instant now, BiConsumer<String, Instant> reader) {
    String last = "";
    for (List<Entry> page = after(last, now); !page.isEmpty(); page = after(last, now)) {
      page.forEach(entry -> reader.accept(entry.id(), end(entry)));
      last = page.getLast().id();
    }
  }

  private List<Entry> after(String address, Instant now) {
    JsonObject beyond = holding(now).put("_id", new JsonObject().put("$gt", address));
    return bans.find(beyond, new JsonObject().put("_id", 1), 0, PAGE);
  }

  private static Instant end(Entry entry) {
    return entry.forGood() ? Instant.MAX : entry.ends();
  }

  void deleteOld(Instant now) {
    bans.delete(
        new JsonObject().put("ends", new JsonObject().put("$lt", Bson.time(now.minus(memory)))));
  }

  private static JsonObject holding(Instant now) {
    return new JsonObject().put("ends", new JsonObject().put("$gt", Bson.time(now)));
  }

  private static JsonObject latestFirst() {
    return new JsonObject().put("since", -1).put("_id", 1);
  }
}
