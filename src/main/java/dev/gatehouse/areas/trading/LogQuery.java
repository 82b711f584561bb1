package dev.gatehouse.areas.trading;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Filters of the log's pages. Times are compared with all their decimals. The store compares
 * milliseconds, by an index, so only entries of the first and the last millisecond need another
 * comparison.
 *
 * @param source only entries of this source; null for all
 * @param type only entries of this type; null for all
 * @param from first time; null for no bound
 * @param until last time, inclusive; null for no bound
 */
record LogQuery(String source, String type, Instant from, Instant until) {
  static final String TIME = "LogMessage.timeStamp";
  static final String TYPE = "LogMessage.messageType";
  static final String SOURCE = "LogMessage.messageSource";

  /** Nanoseconds within the millisecond of {@link #TIME}. Absent if there are none. */
  static final String NANOS = "LogMessage.nanos";

  /** A larger number, which only other programs can have stored, is ignored. */
  private static final int MAX_NANOS = 999_999;

  static LogQuery of(Call call) {
    return new LogQuery(
        call.text("messageSource"),
        call.text("messageType"),
        PointInTime.first(call.text("startDate")),
        PointInTime.last(call.text("endDate")));
  }

  /** Returns the query with times in milliseconds, which indexes serve. */
  JsonObject milliseconds() {
    return between(from, until).json();
  }

  private Query between(Instant first, Instant last) {
    Query query = Query.query();
    Optional.ofNullable(source).ifPresent(query.and(SOURCE)::is);
    Optional.ofNullable(type).ifPresent(query.and(TYPE)::is);
    Optional.ofNullable(first).ifPresent(query.and(TIME)::from);
    Optional.ofNullable(last).ifPresent(query.and(TIME)::until);
    return query;
  }

  /** Returns queries for the entries of the outer milliseconds that are outside of the range. */
  List<JsonObject> outside() {
    List<JsonObject> outside = new ArrayList<>();
    if (from != null && nanos(from) > 0) {
      JsonArray earlier =
          new JsonArray()
              .add(where(NANOS).before(nanos(from)).json())
              .add(where(NANOS).after(MAX_NANOS).json())
              .add(where(NANOS).is(null).json());
      outside.add(between(from, from).json().put("$or", earlier));
    }
    if (until != null && nanos(until) < MAX_NANOS) {
      outside.add(
          between(until, until).and(NANOS).after(nanos(until)).and(NANOS).until(MAX_NANOS).json());
    }
    return outside;
  }

  /** Returns the query with all decimals of the times. */
  JsonObject exact() {
    JsonArray bounds = new JsonArray();
    if (from != null && nanos(from) > 0) {
      bounds.add(
          any(where(TIME).after(from), where(NANOS).from(nanos(from)).and(NANOS).until(MAX_NANOS)));
    }
    if (until != null) {
      bounds.add(
          any(
              where(TIME).before(until),
              where(NANOS).until(nanos(until)),
              where(NANOS).after(MAX_NANOS),
              where(NANOS).is(null)));
    }
    return bounds.isEmpty() ? milliseconds() : milliseconds().put("$and", bounds);
  }

  private static JsonObject any(Query... queries) {
    JsonArray any = new JsonArray();
    for (Query query : queries) {
      any.add(query.json());
    }
    return new JsonObject().put("$or", any);
  }

  private static int nanos(Instant time) {
    return time.getNano() - time.truncatedTo(ChronoUnit.MILLIS).getNano();
  }
}
