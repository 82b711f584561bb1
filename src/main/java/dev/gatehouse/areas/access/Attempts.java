package dev.gatehouse.areas.access;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.Extremes;
import io.vertx.core.json.JsonObject;

/**
 * Limits authentication attempts by address in a sliding window. An attempt is reserved before it
 * is verified. Concurrent attempts on any number of nodes therefore never exceed the limit. Correct
 * attempts are released, failed ones count, and an attempt of a crashed node counts for half a
 * minute.
 *
 * <p>Every change is a compare-and-swap of the address's document. A duplicate key alone proves
 * nothing, because it can result from a race as well as from a full window.
 */
final class Attempts {
  /** Longer than any call's time limit for a verification. */
  private static final Duration JUDGING = Duration.ofSeconds(30);

  private static final int STRIPES = 64;

  private final DocumentCollection<Tries> tries;
  private final int max;
  private final Duration window;
  private final SecureRandom random;

  /** One writer per address on this node, because concurrent writers would only lose the race. */
  private final Object[] turns = Stream.generate(Object::new).limit(STRIPES).toArray();

  /**
   * Attempts of an address, oldest first.
   *
   * @param version changes with every write
   * @param expiresAt time after which none of them counts
   */
  record Tries(String id, List<Try> tries, String version, Instant expiresAt) {}

  record Try(String id, Instant at, boolean failed) {}

  /** Result of a reservation. */
  sealed interface Outcome {}

  /** A reserved attempt. */
  record Reserved(String address, String id) implements Outcome {}

  /** All attempts of the window are used up by failures. */
  record Exhausted() implements Outcome {}

  /** All attempts of the window are taken, but some are not verified yet. */
  record Full() implements Outcome {}

  /** An attempt is available. */
  record Free() implements Outcome {}

  /**
   * @param max maximum failed attempts within the window
   */
  Attempts(Documents documents, int max, Duration window, SecureRandom random) {
    this.tries = documents.collection("attempts", Tries.class, Query.by("expiresAt"));
    this.max = max;
    this.window = window;
    this.random = random;
  }

  int max() {
    return max;
  }

  /**
   * Reserves an attempt.
   *
   * @param notBefore attempts before this time no longer count, because they led to a ban that has
   *     ended
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

  /** Returns whether an attempt could be reserved. Does not reserve one. */
  Outcome look(String address, Instant now, Instant notBefore) {
    List<Try> stored = tries.find(address).map(Tries::tries).orElse(List.of());
    List<Try> counting = counting(stored, now, notBefore);
    return counting.size() < max ? new Free() : taken(counting);
  }

  /**
   * Counts a reserved attempt as failed, and returns how many may still fail. It counts even if its
   * verification took so long that the reservation expired.
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

  /** Releases a reservation, because the attempt was correct or could not be verified. */
  void giveBack(Reserved reserved, Instant now) {
    change(
        reserved.address(),
        now,
        stored -> stored.stream().filter(attempt -> !attempt.id().equals(reserved.id())).toList());
  }

  void clear(String address) {
    tries.delete(byId(address));
  }

  void deleteExpired(Age over) {
    tries.delete(where("expiresAt").olderThan(over).json());
  }

  private static Outcome taken(List<Try> counting) {
    return counting.stream().allMatch(Try::failed) ? new Exhausted() : new Full();
  }

  private List<Try> counting(List<Try> stored, Instant now, Instant notBefore) {
    Instant opens = now.minus(window);
    Instant from = Extremes.max(notBefore, opens);
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

  /** Changes an address's attempts despite concurrent changes, and returns the new attempts. */
  private List<Try> change(String address, Instant now, UnaryOperator<List<Try>> change) {
    synchronized (turns[Math.floorMod(address.hashCode(), STRIPES)]) {
      for (; ; ) {
        Optional<Tries> before = tries.find(address);
        List<Try> stored = before.map(Tries::tries).orElse(List.of());
        List<Try> next = change.apply(stored);
        if (next.equals(stored) || put(address, before, next, now)) {
          return next;
        }
      }
    }
  }

  /**
   * Writes the attempts and returns true, unless they were changed since {@code before} was read.
   */
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
