package dev.gatehouse.areas.access;

import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Attempts to get in, by address, in a sliding window. An attempt is reserved before it is judged:
 * however many come at once, on however many nodes, no more than the limit are judged. What was
 * judged right is given back, what failed counts, and what nobody judged (its node died) counts for
 * half a minute.
 *
 * <p>Every change is a comparison and a swap of the address's document: read, compute, write if
 * nobody else has written since. So nothing is concluded from a duplicate key, which may come of a
 * race as well as of a full window.
 */
final class Attempts {
  /** Longer than any call may take to judge. */
  private static final Duration JUDGING = Duration.ofSeconds(30);

  private static final int STRIPES = 64;

  private final DocumentCollection<Tries> tries;
  private final int max;
  private final Duration window;
  private final SecureRandom random;

  /** One writer of an address at a time on this node: others would only lose the race. */
  private final ReentrantLock[] turns =
      Stream.generate(ReentrantLock::new).limit(STRIPES).toArray(ReentrantLock[]::new);

  /**
   * The attempts of an address, the oldest first.
   *
   * @param version changes with every write
   * @param expiresAt when none of them will count any more
   */
  record Tries(String id, List<Try> tries, String version, Instant expiresAt) {}

  record Try(String id, Instant at, boolean failed) {}

  /** The answer to who asks for a place. */
  sealed interface Outcome {}

  /** A place taken among those that will be judged. */
  record Reserved(String address, String id) implements Outcome {}

  /** Every place is taken by an attempt that failed. */
  record Exhausted() implements Outcome {}

  /** Every place is taken, but not all of them have been judged. */
  record Full() implements Outcome {}

  /** There are places. */
  record Free() implements Outcome {}

  /**
   * @param max attempts that may fail within the window
   */
  Attempts(Documents documents, int max, Duration window, SecureRandom random) {
    this.tries = documents.collection("attempts", Tries.class);
    this.max = max;
    this.window = window;
    this.random = random;
  }

  void prepare() {
    tries.index(new JsonObject().put("expiresAt", 1), new IndexOptions());
  }

  int max() {
    return max;
  }

  /**
   * Reserves an attempt.
   *
   * @param notBefore attempts before this do not count any more: they have led to a ban that is
   *     over
   */
  Outcome reserve(String address, Instant now, Instant notBefore) {
    Try mine = new Try(token(), now, false);
    List<Try> after =
        change(
            address,
            now,
            stored -> {
              List<Try> counting = counting(stored, now, notBefore);
              return counting.size() < max ? with(counting, mine) : counting;
            });
    return after.contains(mine) ? new Reserved(address, mine.id()) : taken(after);
  }

  /** Tells whether an attempt could be reserved; reserves none. */
  Outcome look(String address, Instant now, Instant notBefore) {
    List<Try> stored = tries.find(address).map(Tries::tries).orElse(List.of());
    List<Try> counting = counting(stored, now, notBefore);
    return counting.size() < max ? new Free() : taken(counting);
  }

  /**
   * Counts a reserved attempt as failed and says how many may still fail. It counts even if its
   * judgement took so long that its place was given away.
   */
  int failed(Reserved reserved, Instant now) {
    List<Try> after =
        change(
            reserved.address(),
            now,
            stored ->
                with(
                    counting(stored, now, Instant.EPOCH).stream()
                        .filter(attempt -> !attempt.id().equals(reserved.id()))
                        .toList(),
                    new Try(reserved.id(), now, true)));
    return Math.max(0, max - (int) after.stream().filter(Try::failed).count());
  }

  /** Gives a place back: the attempt was none, it was right or nobody could judge it. */
  void giveBack(Reserved reserved, Instant now) {
    change(
        reserved.address(),
        now,
        stored -> stored.stream().filter(attempt -> !attempt.id().equals(reserved.id())).toList());
  }

  void clear(String address) {
    tries.delete(byId(address));
  }

  void deleteExpired(Instant now) {
    tries.delete(new JsonObject().put("expiresAt", new JsonObject().put("$lt", Bson.time(now))));
  }

  private static Outcome taken(List<Try> counting) {
    return counting.stream().allMatch(Try::failed) ? new Exhausted() : new Full();
  }

  private List<Try> counting(List<Try> stored, Instant now, Instant notBefore) {
    Instant opens = now.minus(window);
    Instant from = notBefore.isAfter(opens) ? notBefore : opens;
    Instant judgedFrom = now.minus(JUDGING);
    return stored.stream()
        .filter(attempt -> !attempt.at().isBefore(from))
        .filter(attempt -> attempt.failed() || !attempt.at().isBefore(judgedFrom))
        .toList();
  }

  private static List<Try> with(List<Try> attempts, Try one) {
    List<Try> all = new ArrayList<>(attempts);
    all.add(one);
    return List.copyOf(all);
  }

  /** Changes an address's attempts, however many others do so, and returns them. */
  private List<Try> change(String address, Instant now, UnaryOperator<List<Try>> change) {
    ReentrantLock turn = turns[Math.floorMod(address.hashCode(), STRIPES)];
    turn.lock();
    try {
      for (; ; ) {
        Optional<Tries> before = tries.find(address);
        List<Try> stored = before.map(Tries::tries).orElse(List.of());
        List<Try> next = change.apply(stored);
        if (next.equals(stored) || put(address, before, next, now)) {
          return next;
        }
      }
    } finally {
      turn.unlock();
    }
  }

  /** Returns whether nobody has written since {@code before} was read. */
  private boolean put(String address, Optional<Tries> before, List<Try> next, Instant now) {
    Tries written = new Tries(address, next, token(), now.plus(window));
    if (before.isEmpty()) {
      try {
        tries.insert(written);
        return true;
      } catch (DuplicateKeyException raced) {
        return false;
      }
    }
    JsonObject fields = Bson.value(written);
    fields.remove("id");
    return tries
        .update(
            byId(address).put("version", before.get().version()),
            new JsonObject().put("$set", fields),
            stored -> stored.version().equals(written.version()))
        .isPresent();
  }

  private String token() {
    return HexFormat.of().toHexDigits(random.nextLong());
  }

  private static JsonObject byId(String address) {
    return new JsonObject().put("_id", address);
  }
}
