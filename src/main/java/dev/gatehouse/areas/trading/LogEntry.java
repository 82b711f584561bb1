package dev.gatehouse.areas.trading;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import dev.gatehouse.bus.ExactTime;
import dev.gatehouse.bus.Json;
import dev.gatehouse.messages.TradingMessages.EntryLogged;
import io.vertx.core.buffer.Buffer;

/**
 * A trading bot's log entry as stored by the bot or by this service.
 *
 * @param message the bot's message; null if the bot wrote a document in another form
 */
record LogEntry(String id, @JsonProperty("LogMessage") LogMessage message) {
  private static final int MAX_NANOS = 1_000_000;

  /**
   * The message.
   *
   * @param timeStamp with milliseconds, as the store's times have
   * @param nanos nanoseconds within the millisecond; null if there are none
   * @param data additional data as JSON text, or null; it is kept as text because a caller's JSON
   *     is never stored as an object
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record LogMessage(
      Instant timeStamp,
      Integer nanos,
      String messageSource,
      String localOperationName,
      String messageType,
      String message,
      @JsonDeserialize(using = StoredData.class) String data) {

    static LogMessage of(
        Instant time, String source, String operation, String type, String message, String data) {
      Instant millis = time.truncatedTo(ChronoUnit.MILLIS);
      int rest = time.getNano() - millis.getNano();
      return new LogMessage(
          millis, rest == 0 ? null : rest, source, operation, type, message, data);
    }

    private Instant exact() {
      boolean exact = timeStamp != null && nanos != null && nanos > 0 && nanos < MAX_NANOS;
      return exact ? timeStamp.plusNanos(nanos) : timeStamp;
    }
  }

  /** Reads data stored as JSON text by this service, or as an object by the bot. */
  private static final class StoredData extends JsonDeserializer<String> {
    @Override
    public String deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      JsonNode node = parser.readValueAsTree();
      String json = node.isTextual() ? node.textValue() : node.toString();
      // The text is inserted into responses unchanged.
      if (Json.parse(Buffer.buffer(json)) instanceof Map) {
        return json;
      }
      return context.reportInputMismatch(String.class, "data is not an object");
    }
  }

  record View(@JsonProperty("_id") String id, @JsonProperty("LogMessage") MessageView message) {}

  record MessageView(
      @JsonSerialize(using = ExactTime.class) Instant timeStamp,
      String messageSource,
      String localOperationName,
      String messageType,
      String message,
      @JsonRawValue @JsonInclude(JsonInclude.Include.NON_NULL) String data) {}

  /** The event that event streams send. */
  @SuppressWarnings("unchecked")
  EntryLogged logged() {
    return new EntryLogged(id, id, Json.convert(view().message(), Map.class));
  }

  /** Returns the time of the message. It is absent if the bot wrote the document without a time. */
  Optional<Instant> time() {
    return Optional.ofNullable(message).map(LogMessage::timeStamp);
  }

  View view() {
    LogMessage known =
        Objects.requireNonNullElse(
            message, new LogMessage(null, null, null, null, null, null, null));
    return new View(
        id,
        new MessageView(
            known.exact(),
            known.messageSource(),
            known.localOperationName(),
            known.messageType(),
            known.message(),
            known.data()));
  }
}
