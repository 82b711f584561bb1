package dev.gatehouse.http.events;

import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.EventId;
import dev.gatehouse.bus.Json;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Bytes that one event sends to every listener, encoded once.
 *
 * @param id position in the stream's sequence; empty for an event outside of it
 * @param name name of the event; empty for the default name
 * @param json its data, on one line
 */
record StreamedEvent(Optional<EventId> id, String name, Buffer json) {
  static StreamedEvent of(Map<String, Object> event) {
    Map<String, Object> data = new HashMap<>(event);
    Optional<EventId> id =
        Optional.ofNullable((String) data.remove(Event.ID)).flatMap(EventId::parse);
    return data.get(Event.SKIPPED) instanceof Number skipped
        ? gap(id, skipped.longValue())
        : new StreamedEvent(id, "", Json.encode(data));
  }

  /** Creates an event that reports an unknown number of skipped events. */
  static StreamedEvent unknownGap() {
    return gap(Optional.empty(), -1);
  }

  private static StreamedEvent gap(Optional<EventId> id, long skipped) {
    Map<String, Object> data = new HashMap<>();
    data.put(Event.SKIPPED, skipped < 0 ? null : skipped);
    return new StreamedEvent(id, "gap", Json.encode(data));
  }
}
