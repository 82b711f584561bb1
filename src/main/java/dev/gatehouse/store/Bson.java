package dev.gatehouse.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.jackson.VertxModule;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/**
 * Converter between records and the Mongo client's JSON objects. Times are stored as BSON dates.
 */
public final class Bson {
  private static final String DATE = "$date";
  private static final String ID = "_id";

  /** Digits and separators of a written time. It has no milliseconds if they are 0. */
  private static final String FORM = "0000-00-00T00:00:00.000Z";

  private static final int SECONDS = "0000-00-00T00:00:00".length();
  private static final int NANOS_PER_MILLI = 1_000_000;

  private static final ObjectMapper MAPPER =
      // Each call has a new virtual thread, so thread-local buffers would never be reused.
      JsonMapper.builder(
              JsonFactory.builder()
                  .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
                  .build())
          .addModule(new VertxModule())
          .addModule(
              new SimpleModule()
                  .addSerializer(Instant.class, new TimeWriter())
                  .addDeserializer(Instant.class, new TimeReader()))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private Bson() {}

  /** Returns a time for a query or an update. */
  public static JsonObject time(Instant instant) {
    return new JsonObject().put(DATE, instant.truncatedTo(ChronoUnit.MILLIS).toString());
  }

  /**
   * Parses the text of a time. Nearly every document contains times, so those in the form that this
   * class writes are read without a formatter.
   */
  public static Instant instant(String text) {
    boolean millis = text.length() == FORM.length();
    if (!isWritten(text, millis)) {
      return OffsetDateTime.parse(text).toInstant();
    }
    return LocalDateTime.of(
            digits(text, 0, 4),
            digits(text, 5, 7),
            digits(text, 8, 10),
            digits(text, 11, 13),
            digits(text, 14, 16),
            digits(text, 17, 19),
            millis ? digits(text, 20, 23) * NANOS_PER_MILLI : 0)
        .toInstant(ZoneOffset.UTC);
  }

  private static boolean isWritten(String text, boolean millis) {
    int end = text.length() - 1;
    if ((!millis && end != SECONDS) || text.charAt(end) != 'Z') {
      return false;
    }
    for (int i = 0; i < end; i++) {
      char expected = FORM.charAt(i);
      char is = text.charAt(i);
      boolean right = is == expected;
      if (expected == '0') {
        right = is >= '0' && is <= '9';
      }
      if (!right) {
        return false;
      }
    }
    return true;
  }

  private static int digits(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }

  @SuppressWarnings("unchecked")
  public static JsonObject value(Record record) {
    return new JsonObject((Map<String, Object>) MAPPER.convertValue(record, Map.class));
  }

  static JsonObject document(Record record) {
    JsonObject document = value(record);
    Object id = document.remove("id");
    return id == null ? document : document.put(ID, id);
  }

  static <T extends Record> T record(JsonObject document, Class<T> type) {
    Object id = document.remove(ID);
    if (id != null) {
      // Programs that write directly to the database may use ids that the driver generates.
      document.put("id", id instanceof JsonObject driver ? objectId(driver) : id);
    }
    return MAPPER.convertValue(document.getMap(), type);
  }

  private static String objectId(JsonObject id) {
    if (id.getValue("$oid") instanceof String digits) {
      return digits;
    }
    throw new IllegalArgumentException("_id is neither text nor an ObjectId");
  }

  private static final class TimeWriter extends JsonSerializer<Instant> {
    @Override
    public void serialize(Instant instant, JsonGenerator out, SerializerProvider providers)
        throws IOException {
      out.writeStartObject();
      out.writeStringField(DATE, instant.truncatedTo(ChronoUnit.MILLIS).toString());
      out.writeEndObject();
    }
  }

  private static final class TimeReader extends JsonDeserializer<Instant> {
    @Override
    public Instant deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      if (!parser.isExpectedStartObjectToken()) {
        return instant(parser.getText());
      }
      String date = "";
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean named = DATE.equals(parser.currentName());
        if (parser.nextToken().isScalarValue() && named) {
          date = parser.getText();
        }
        parser.skipChildren();
      }
      return instant(date);
    }
  }
}
