package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.UnknownOutcomeException;
import io.vertx.core.json.JsonObject;

/** The current daily code, derived from the secret, and its stored usage. */
final class CodeRepository {
  private final DocumentCollection<Day> days;
  private final DailyCodes codes;
  private volatile Day lastDay;

  /**
   * Stored state of a day's code. It exists only if the code was used or replaced.
   *
   * @param id the day
   * @param reissue number of replacements
   * @param usedReissue which of the day's codes was used last; null if none
   */
  record Day(String id, int reissue, Integer usedReissue, String usedBy, Instant usedAt) {
    boolean used() {
      return usedReissue != null && usedReissue >= reissue;
    }
  }

  /** Outcome of an attempt to use a code. */
  enum Use {
    DONE,
    WRONG,
    USED_BEFORE
  }

  CodeRepository(Documents documents, DailyCodes codes) {
    this.days = documents.collection("dailyCodes", Day.class);
    this.codes = codes;
  }

  /** Returns the day whose code is valid. */
  LocalDate day(Instant now) {
    return codes.day(now);
  }

  String current(Instant now) {
    LocalDate day = codes.day(now);
    return codes.code(day, stored(day).reissue());
  }

  /** Returns whether this is the current, unused code. Takes constant time. */
  boolean opens(String presented, Instant now) {
    LocalDate day = codes.day(now);
    Day stored = stored(day);
    return codes.matches(presented, day, stored.reissue()) & !stored.used();
  }

  /**
   * Returns whether this was the current, unused code when the code was last read. Reads only
   * memory.
   */
  boolean mayOpen(String presented, Instant now) {
    Day last = lastDay;
    LocalDate day = codes.day(now);
    return last != null
        && last.id().equals(day.toString())
        && !last.used()
        && codes.matches(presented, day, last.reissue());
  }

  Use use(String presented, String usedBy, Instant now) {
    LocalDate day = codes.day(now);
    for (; ; ) {
      Day stored = stored(day);
      if (!codes.matches(presented, day, stored.reissue())) {
        return Use.WRONG;
      }
      if (stored.used()) {
        return Use.USED_BEFORE;
      }
      try {
        days.upsert(unused(day, stored.reissue()), use(stored.reissue(), usedBy, now));
        return Use.DONE;
      } catch (DuplicateKeyException raced) {
        // Another call has used or replaced the code. The next iteration reads which.
      } catch (UnknownOutcomeException unknown) {
        if (isUsed(day, usedBy, now)) {
          return Use.DONE;
        }
        throw unknown;
      }
    }
  }

  /** Returns whether this exact use of a code is stored. */
  private boolean isUsed(LocalDate day, String usedBy, Instant now) {
    Day stored = stored(day);
    return usedBy.equals(stored.usedBy())
        && now.truncatedTo(ChronoUnit.MILLIS).equals(stored.usedAt());
  }

  /**
   * Matches the day only while this code is current. A node that was paused must not replace the
   * use of a later code. The field does not exist before the first replacement.
   */
  private static JsonObject unused(LocalDate day, int reissue) {
    return byDay(day)
        .put("usedReissue", new JsonObject().put("$ne", reissue))
        .put("reissue", reissue == 0 ? new JsonObject().put("$exists", false) : reissue);
  }

  private static JsonObject use(int reissue, String usedBy, Instant now) {
    JsonObject fields =
        new JsonObject()
            .put("usedReissue", reissue)
            .put("usedBy", usedBy)
            .put("usedAt", Bson.time(now));
    return new JsonObject().put("$set", fields);
  }

  /** Replaces the current code. */
  String reissue(Instant now) {
    LocalDate day = codes.day(now);
    JsonObject next = new JsonObject().put("$inc", new JsonObject().put("reissue", 1));
    for (; ; ) {
      try {
        return codes.code(day, days.upsert(byDay(day), next).reissue());
      } catch (DuplicateKeyException raced) {
        // Another call has created the day's document, so it can be updated now.
      }
    }
  }

  private Day stored(LocalDate day) {
    Day stored = days.find(day.toString()).orElse(new Day(day.toString(), 0, null, null, null));
    lastDay = stored;
    return stored;
  }

  private static JsonObject byDay(LocalDate day) {
    return new JsonObject().put("_id", day.toString());
  }
}
