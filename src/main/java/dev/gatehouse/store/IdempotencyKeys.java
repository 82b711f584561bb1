package dev.gatehouse.store;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.TrustedClock;

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
   * @param id who asked for what under which key, hashed
   * @param fingerprint of the body
   * @param outcome its answer
   * @param lostAt when an answer that is not there will not come any more
   */
  public record Entry(
      String id,
      String fingerprint,
      @JsonUnwrapped Outcome outcome,
      Instant lostAt,
      Instant expiresAt) {}

  /**
   * The answer to a request.
   *
   * @param status of HTTP; 0 until there is an answer
   * @param json the body of a success, or the message of an error
   * @param code of an error; null for a success and in entries of earlier releases
   * @param param of an error; empty or null where no input is at fault
   */
  public record Outcome(int status, String json, String code, String param) {
    private static final Outcome NONE = new Outcome(0, null, null, null);

    /** Returns the outcome of a request that was carried out. */
    public static Outcome success(int status, String json) {
      return new Outcome(status, json, null, null);
    }
  }

  public IdempotencyKeys(Documents documents) {
    this.entries = documents.collection("idempotencyKeys", Entry.class, Query.by("expiresAt"));
  }

  /**
   * Reserves a key, or returns the request that has it. Of two concurrent callers, one reserves it.
   * Blocks.
   *
   * @param lostAt time after which a missing answer will not arrive any more
   * @return the earlier request with the key; empty if the caller has reserved it
   */
  public Optional<Entry> begin(String id, String fingerprint, Instant lostAt, TrustedClock clock) {
    Instant before = owed.get(id);
    if (before != null) {
      release(id, before);
    }
    Instant expiresAt = clock.guarded().instant().plus(KEPT);
    var mine = new Entry(id, fingerprint, Outcome.NONE, lostAt, expiresAt);
    for (; ; ) {
      try {
        entries.insert(mine);
        return Optional.empty();
      } catch (UnknownOutcomeException perhapsTaken) {
        markUnknown(id, lostAt);
        throw perhapsTaken;
      } catch (DuplicateKeyException taken) {
        Optional<Entry> other = entries.find(id);
        Optional<Age> over = clock.olderThan(Duration.ZERO);
        if (other.isPresent()
            && !over.map(age -> age.reached(other.get().expiresAt())).orElse(false)) {
          return other;
        }
        over.ifPresent(this::deleteExpired);
      }
    }
  }

  /** Keeps the answer; blocks. */
  public void end(String id, Outcome outcome) {
    entries.update(
        Query.id(id).put("status", 0),
        Query.set(
            "status", outcome.status(),
            "json", outcome.json(),
            "code", outcome.code(),
            "param", outcome.param()));
  }

  /**
   * Releases the key of a request that was not executed, identified by its {@code lostAt}. If the
   * store is unavailable, the key is released when the request is repeated. Blocks.
   */
  public void release(String id, Instant lostAt) {
    try {
      entries.delete(Query.id(id).put("status", 0).put("lostAt", Bson.time(lostAt)));
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
  public void deleteExpired(Age over) {
    owed.values().removeIf(lostAt -> over.reached(lostAt.plus(KEPT)));
    entries.delete(Query.where("expiresAt").olderThan(over).json());
  }
}
