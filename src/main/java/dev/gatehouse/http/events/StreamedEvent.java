package dev.gatehouse.http.events;

import module java.base;

import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.EventId;
import dev.gatehouse.bus.Json;
import io.vertx.core.buffer.Buffer;

/**
 * An event, encoded once for all listeners.
 *
 * @param id position in the stream's sequence; empty for an event outside of it
 * @param bytes what each listener gets
 */
record StreamedEvent(Optional<EventId> id, Buffer bytes) {
  static StreamedEvent of(Map<String, Object> event) {
    Map<String, Object> data = new HashMap<>(event);
    Optional<EventId> id =
        Optional.ofNullable((String) data.remove(Event.ID)).flatMap(EventId::parse);
    if (data.get(Event.SKIPPED) instanceof Number skipped) {
      return gap(id, skipped.longValue());
    }
    return of(id, "", data);
  }

  /** Creates an event that reports an unknown number of skipped events. */
  static StreamedEvent unknownGap() {
    return gap(Optional.empty(), -1);
  }

  private static StreamedEvent gap(Optional<EventId> id, long skipped) {
    Map<String, Object> data = new HashMap<>();
    data.put(Event.SKIPPED, skipped < 0 ? null : skipped);
    return of(id, "gap", data);
  }

  /**
   * @param name name of the event; empty for the default name
   */
  private static StreamedEvent of(Optional<EventId> id, String name, Map<String, Object> data) {
    Buffer bytes = Buffer.buffer();
    if (!name.isEmpty()) {
      bytes.appendString("event: ").appendString(name).appendString("\n");
    }
    id.ifPresent(
        known -> bytes.appendString("id: ").appendString(known.toString()).appendString("\n"));
    return new StreamedEvent(
        id, bytes.appendString("data: ").appendBuffer(Json.encode(data)).appendString("\n\n"));
  }
}
