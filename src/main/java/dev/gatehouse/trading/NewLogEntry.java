package dev.gatehouse.trading;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.store.Bson;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

/**
 * A log entry in one of the two forms that the specification knows: stored, or schema.
 *
 * @param stored the stored form; null in the other
 */
record NewLogEntry(
    @JsonProperty("LogMessage") Stored stored,
    String timestamp,
    String level,
    String message,
    Map<String, Object> data) {

  record Stored(
      String timeStamp,
      String messageSource,
      String localOperationName,
      String messageType,
      String message) {}

  /**
   * @param source stands for the message's source in the schema's form: who sends
   */
  LogEntry entry(String source) {
    return new LogEntry(Bson.newId(), stored == null ? message(source) : storedMessage());
  }

  private LogEntry.LogMessage message(String source) {
    return new LogEntry.LogMessage(
        PointInTime.first(timestamp), source, "", level, message, json());
  }

  private LogEntry.LogMessage storedMessage() {
    return new LogEntry.LogMessage(
        PointInTime.first(stored.timeStamp()),
        stored.messageSource(),
        Objects.requireNonNullElse(stored.localOperationName(), ""),
        stored.messageType(),
        stored.message(),
        null);
  }

  private String json() {
    return data == null ? null : new String(Json.encode(data).getBytes(), StandardCharsets.UTF_8);
  }
}
