package dev.gatehouse.bus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The one JSON dialect, of replies and of the bus: times are UTC with milliseconds and {@code Z}.
 */
public final class Json {
  /** Bytes that are decoded sooner than a reader of them is made. */
  private static final int SMALL = 16_384;

  private static final ObjectMapper MAPPER =
      // Each call has a virtual thread of its own: buffers kept by the thread would be made anew.
      JsonMapper.builder(
              // Interned names outlive the request outside the heap: a client could invent any
              // number.
              JsonFactory.builder()
                  .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                  // The table of names seen makes 50,000 invented ones seven times as dear.
                  .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                  .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
                  // What may be sent must be readable: its size is bounded elsewhere.
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxStringLength(RecordCodec.MAX_BYTES)
                          .build())
                  .build())
          .addModule(new JavaTimeModule())
          .addModule(new SimpleModule().addSerializer(Instant.class, new InstantWriter()))
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          // Decimals digit for digit: by way of a double, 0.1234567890123456789 would lose some.
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  /** Of values within a document: what follows them is no fault. */
  private static final ObjectReader TREES =
      MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private Json() {}

  /** A time as every reply writes it. */
  public static String time(Instant instant) {
    return InstantText.of(instant);
  }

  public static Buffer encode(Object value) {
    try {
      return Buffer.buffer(MAPPER.writeValueAsBytes(value));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A client's JSON as plain maps, lists and scalars.
   *
   * @throws IOException when it is no JSON in UTF-8, names a key twice or goes on after the value
   */
  public static Object parse(Buffer json) throws IOException {
    return MAPPER.readValue(text(json), Object.class);
  }

  /**
   * A client's JSON, to be read token by token: whoever reads minds keys that are named twice.
   *
   * @throws IOException when it is not in UTF-8; of a large one, where the reading comes to it
   */
  public static JsonParser parser(Buffer json) throws IOException {
    JsonParser parser =
        json.length() <= SMALL
            ? MAPPER.createParser(text(json))
            // Decoded as far as it is read: of junk, the first few kilobytes.
            : MAPPER.createParser(
                new InputStreamReader(
                    new ByteArrayInputStream(json.getBytes()),
                    StandardCharsets.UTF_8.newDecoder()));
    return parser.disable(StreamReadFeature.STRICT_DUPLICATE_DETECTION.mappedFeature());
  }

  /** Jackson would read bytes that are no UTF-8 as U+FFFD, now that it keeps no table of names. */
  private static String text(Buffer json) throws IOException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json.getBytes())).toString();
  }

  /** Decodes our own JSON. */
  public static <T> T decode(byte[] json, Class<T> type) {
    try {
      return MAPPER.readValue(json, type);
    } catch (IOException e) {
      throw new UncheckedIOException("not a " + type.getSimpleName(), e);
    }
  }

  /**
   * The elements of others' array as far as they are understood.
   *
   * @param odd those that were left out: no such record
   */
  public record Elements<T>(List<T> items, int odd) {}

  /**
   * The elements of an array of others' JSON, read one by one.
   *
   * @param field of the object that holds the array; empty where the array is all
   * @param max elements
   * @throws IOException when there is no such array, or it is longer
   */
  public static <T> Elements<T> elements(byte[] json, String field, Class<T> type, int max)
      throws IOException {
    try (JsonParser parser = MAPPER.createParser(json)) {
      enter(parser, field);
      List<T> items = new ArrayList<>();
      int odd = 0;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        Optional<T> item = element(TREES.readTree(parser), type);
        item.ifPresent(items::add);
        odd += item.isPresent() ? 0 : 1;
        if (items.size() + odd > max) {
          throw new IOException("more than " + max + " elements");
        }
      }
      return new Elements<>(List.copyOf(items), odd);
    }
  }

  /** Goes on to the array. */
  private static void enter(JsonParser parser, String field) throws IOException {
    JsonToken first = parser.nextToken();
    if (!field.isEmpty() && first == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.FIELD_NAME && !field.equals(parser.currentName())) {
        parser.nextToken();
        parser.skipChildren();
      }
      parser.nextToken();
    }
    boolean isArray = first == JsonToken.START_ARRAY;
    if (isArray != field.isEmpty() || !parser.isExpectedStartArrayToken()) {
      throw new IOException("no array " + field);
    }
  }

  private static <T> Optional<T> element(JsonNode tree, Class<T> type) throws IOException {
    if (tree == null || tree.isMissingNode()) {
      throw new IOException("the array has no end");
    }
    try {
      return Optional.ofNullable(MAPPER.treeToValue(tree, type));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Plain maps, lists and scalars as a record, or a record as these. */
  public static <T> T convert(Object value, Class<T> type) {
    return MAPPER.convertValue(value, type);
  }

  private static final class InstantWriter extends JsonSerializer<Instant> {
    @Override
    public void serialize(Instant instant, JsonGenerator out, SerializerProvider providers)
        throws IOException {
      out.writeString(time(instant));
    }
  }
}
