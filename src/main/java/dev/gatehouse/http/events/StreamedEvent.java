package dev.gatehouse.http.events;

import dev.gatehouse.bus.Json;
import io.vertx.core.buffer.Buffer;
import java.util.Map;

/**
 * The bytes that one event sends to every listener, encoded once.
 *
 * @param id the record's
 * @param json its data, in one line
 */
record StreamedEvent(String id, Buffer json) {
  static StreamedEvent of(Map<String, Object> data) {
    return new StreamedEvent((String) data.get("id"), Json.encode(data));
  }
}
