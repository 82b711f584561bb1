package dev.gatehouse.areas.trading;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.PointInTime;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A log entry in one of the two forms of the specification: stored, or schema. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({
  @JsonSubTypes.Type(LogEntryRequest.StoredLogEntry.class),
  @JsonSubTypes.Type(LogEntryRequest.LeveledLogEntry.class)
})
sealed interface LogEntryRequest {

  LogEntry.LogMessage from(String sender);

  default LogEntry entry(String id, String sender) {
    return new LogEntry(id, from(sender));
  }

  record LogMessageRequest(
      String timeStamp,
      String messageSource,
      String localOperationName,
      String messageType,
      String message) {}

  /** The form that the bot itself writes into the database. */
  record StoredLogEntry(@JsonProperty("LogMessage") LogMessageRequest stored)
      implements LogEntryRequest {
    @Override
    public LogEntry.LogMessage from(String sender) {
      return LogEntry.LogMessage.of(
          PointInTime.first(stored.timeStamp()),
          stored.messageSource(),
          stored.localOperationName(),
          stored.messageType(),
          stored.message(),
          null);
    }
  }

  /** The form of the specification's schema. */
  record LeveledLogEntry(String timestamp, String level, String message, Map<String, Object> data)
      implements LogEntryRequest {
    @Override
    public LogEntry.LogMessage from(String sender) {
      return LogEntry.LogMessage.of(
          PointInTime.first(timestamp), sender, "", level, message, json());
    }

    private String json() {
      return data == null ? null : new String(Json.encode(data).getBytes(), StandardCharsets.UTF_8);
    }
  }
}
