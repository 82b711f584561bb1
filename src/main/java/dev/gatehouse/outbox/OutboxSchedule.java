package dev.gatehouse.outbox;

import static dev.gatehouse.store.Query.where;

import dev.gatehouse.time.Extremes;
import dev.gatehouse.time.TrustedClock;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;

/** Times of the attempts to deliver an entry. */
final class OutboxSchedule {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
  private static final int MAX_DOUBLINGS = 9;

  private OutboxSchedule() {}

  /**
   * Returns a condition for due entries. A time beyond the longest pause was stored by a clock that
   * was ahead, so such an entry is due as well.
   */
  static JsonObject due(Instant now) {
    JsonArray any =
        new JsonArray()
            .add(where("due").until(now).json())
            .add(where("due").after(now.plus(LONGEST_PAUSE).plus(TrustedClock.JUMP)).json());
    return new JsonObject().put("$or", any);
  }

  /** Returns the pause after failed attempts: 10 s, 20 s, … up to an hour. */
  static Duration pause(int attempts) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(attempts - 1, MAX_DOUBLINGS));
    return Extremes.min(pause, LONGEST_PAUSE);
  }
}
