package dev.gatehouse.http.events;

import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.Json;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Bytes that one event sends to every listener, encoded once.
 *
 * @param id id of the record; empty if a client cannot resume from it
 * @param name name of the event; empty for the default name
 * @param json its data, on one line
 */
record StreamedEvent(String id, String name, Buffer json) {
  /**
   * Pattern of the contract's EventId. Records that other programs write into the database may have
   * other ids.
   */
  private static final Pattern ID = Pattern.compile("[0-9a-f]{24}");

  static StreamedEvent of(Map<String, Object> data) {
    if (data.get(Event.SKIPPED) instanceof Number skipped) {
      return gap(skipped.longValue());
    }
    String id = String.valueOf(data.get("id"));
    return new StreamedEvent(ID.matcher(id).matches() ? id : "", "", Json.encode(data));
  }

  /**
   * Creates an event that reports skipped events.
   *
   * @param skipped number of skipped events; negative if unknown
   */
  static StreamedEvent gap(long skipped) {
    Map<String, Object> data = new HashMap<>();
    data.put(Event.SKIPPED, skipped < 0 ? null : skipped);
    return new StreamedEvent("", "gap", Json.encode(data));
  }
}
