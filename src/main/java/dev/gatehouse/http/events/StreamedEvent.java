package dev.gatehouse.http.events;

import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.Json;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The bytes that one event sends to every listener, encoded once.
 *
 * @param id the record's; empty where a client could not come back with it
 * @param name of the event; empty for the usual one
 * @param json its data, in one line
 */
record StreamedEvent(String id, String name, Buffer json) {
  /** As the contract's EventId. Programs that write into the database may have ids of their own. */
  private static final Pattern ID = Pattern.compile("[0-9a-f]{24}");

  static StreamedEvent of(Map<String, Object> data) {
    if (data.get(Event.SKIPPED) instanceof Number skipped) {
      return gap(skipped.longValue());
    }
    String id = String.valueOf(data.get("id"));
    return new StreamedEvent(ID.matcher(id).matches() ? id : "", "", Json.encode(data));
  }

  /**
   * Tells that events were left out.
   *
   * @param skipped how many; negative where nobody knows
   */
  static StreamedEvent gap(long skipped) {
    Map<String, Object> data = new HashMap<>();
    data.put(Event.SKIPPED, skipped < 0 ? null : skipped);
    return new StreamedEvent("", "gap", Json.encode(data));
  }
}
