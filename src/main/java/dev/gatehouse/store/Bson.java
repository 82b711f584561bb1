package dev.gatehouse.store;

import module java.base;

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

/**
 * Converter between records and the Mongo client's JSON objects. Times are stored as BSON dates.
 */
public final class Bson {
  private static final String DATE = "$date";
  private static final String ID = "_id";

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

  /** Parses the text of a time. */
  public static Instant instant(String text) {
    return OffsetDateTime.parse(text).toInstant();
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
