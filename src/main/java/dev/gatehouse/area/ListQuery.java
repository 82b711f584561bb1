package dev.gatehouse.area;

import dev.gatehouse.bus.Call;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;

/**
 * Search in a list and its order: the contract's parameters NameStart and TimeOrder.
 *
 * @param start start of the names; null for all entries
 */
public record ListQuery(String start, boolean oldest) {
  /** Selects all entries, newest first. */
  public static final ListQuery ALL = new ListQuery(null, false);

  private static final String NAME = "_id";

  /** Returns the selection of the operation's parameters. */
  public static ListQuery of(Call call) {
    return new ListQuery(call.text("q"), "oldest".equals(call.text("sort")));
  }

  /** Adds the condition on the name, which is the id. */
  public JsonObject in(Query all) {
    return (start == null ? all : all.and(NAME).startsWith(start)).json();
  }

  /** Returns the order: by name in a search, otherwise by time. */
  public JsonObject order(Query.Order newestFirst) {
    if (start != null) {
      return Query.by(NAME).json();
    }
    return newestFirst.reversedIf(oldest).json();
  }
}
