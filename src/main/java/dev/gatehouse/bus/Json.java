package dev.gatehouse.bus;

import module java.base;

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

/** JSON format of replies and of the bus. Times are in UTC with milliseconds and {@code Z}. */
public final class Json {
  /**
   * Size in bytes up to which input is decoded directly, because creating a reader takes longer.
   */
  private static final int SMALL = 16_384;

  private static final ObjectMapper MAPPER =
      // Each call has a new virtual thread, so thread-local buffers would never be reused.
      JsonMapper.builder(
              // Interned names outlive the request, and a client could invent any number of them.
              JsonFactory.builder()
                  .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                  // The symbol table makes 50,000 invented names seven times as expensive.
                  .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                  .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
                  // Every message that may be sent must be readable. Its size is limited elsewhere.
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxStringLength(WireCodec.MAX_BYTES).build())
                  .build())
          .addModule(new JavaTimeModule())
          .addModule(new SimpleModule().addSerializer(Instant.class, new InstantWriter()))
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          // Keeps all digits of decimals; a double would truncate 0.1234567890123456789.
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private static final ObjectMapper PLAIN =
      MAPPER
          .copy()
          .registerModule(
              new SimpleModule("plain").addSerializer(Instant.class, new InstantKeeper()));

  /** Reader for values within a document, where further tokens may follow. */
  private static final ObjectReader TREES =
      MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Json() {}

  /** Replaces a text that another release did not send. */
  static String nullToEmpty(String sent) {
    return Objects.requireNonNullElse(sent, "");
  }

  /** Formats a time as in all replies, {@code 2026-11-21T22:15:49.123Z}. */
  public static String time(Instant instant) {
    return TIME.format(instant);
  }

  public static Buffer encode(Object value) {
    try {
      return Buffer.buffer(MAPPER.writeValueAsBytes(value));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Parses a client's JSON to plain maps, lists and scalars.
   *
   * @throws IOException if it is not valid JSON in UTF-8, has duplicate keys or trailing content
   */
  public static Object parse(Buffer json) throws IOException {
    return MAPPER.readValue(text(json), Object.class);
  }

  /**
   * Returns a parser that reads a client's JSON token by token. The caller must detect duplicate
   * keys.
   *
   * @throws IOException if the JSON is not in UTF-8. For large input, the parser throws it during
   *     reading instead.
   */
  public static JsonParser parser(Buffer json) throws IOException {
    JsonParser parser;
    if (json.length() <= SMALL) {
      parser = MAPPER.createParser(text(json));
    } else {
      // Decoded while it is read: invalid input is decoded for a few kilobytes only.
      var bytes = new ByteArrayInputStream(json.getBytes());
      parser =
          MAPPER.createParser(new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder()));
    }
    return parser.disable(StreamReadFeature.STRICT_DUPLICATE_DETECTION.mappedFeature());
  }

  /** Decodes UTF-8 strictly. Without its symbol table, Jackson reads invalid bytes as U+FFFD. */
  private static String text(Buffer json) throws IOException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json.getBytes())).toString();
  }

  /** Decodes JSON that Gatehouse has written. */
  public static <T> T decode(byte[] json, Class<T> type) {
    try {
      return MAPPER.readValue(json, type);
    } catch (IOException e) {
      throw new UncheckedIOException("not a " + type.getSimpleName(), e);
    }
  }

  /**
   * Elements of a foreign array, without those that could not be decoded.
   *
   * @param odd number of elements that were left out because they do not match the record
   * @param firstOddIndex index of the first of them; negative if there are none
   */
  public record Elements<T>(List<T> items, int odd, int firstOddIndex) {
    /** Returns a message that names the first element that was left out. */
    public String firstOdd(String field) {
      return field + '[' + firstOddIndex + "] is invalid";
    }
  }

  /**
   * Decodes the elements of an array in foreign JSON one by one.
   *
   * @param field field that holds the array; empty if the document is the array
   * @param max maximum number of elements
   * @throws IOException if there is no such array, or it has more elements
   */
  public static <T> Elements<T> elements(byte[] json, String field, Class<T> type, int max)
      throws IOException {
    try (JsonParser parser = MAPPER.createParser(json)) {
      enter(parser, field);
      List<T> items = new ArrayList<>();
      int odd = 0;
      int first = -1;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        Optional<T> item = element(TREES.readTree(parser), type);
        item.ifPresent(items::add);
        if (item.isEmpty()) {
          if (odd == 0) {
            first = items.size();
          }
          odd++;
        }
        if (items.size() + odd > max) {
          throw new IOException("more than " + max + " elements");
        }
      }
      return new Elements<>(List.copyOf(items), odd, first);
    }
  }

  /** Returns the elements of a list in a foreign document that are not null. */
  public static <T> List<T> present(List<T> items) {
    return Stream.ofNullable(items).flatMap(List::stream).filter(Objects::nonNull).toList();
  }

  /** Converts the elements of an array in a foreign document one by one. */
  public static <T> Elements<T> elements(List<JsonNode> nodes, Class<T> type) {
    List<T> items = new ArrayList<>();
    int first = -1;
    for (JsonNode node : nodes) {
      Optional<T> item = converted(node, type);
      item.ifPresent(items::add);
      if (item.isEmpty() && first < 0) {
        first = items.size();
      }
    }
    return new Elements<>(List.copyOf(items), nodes.size() - items.size(), first);
  }

  /** Advances the parser to the array. */
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
    return converted(tree, type);
  }

  private static <T> Optional<T> converted(JsonNode tree, Class<T> type) {
    try {
      return Optional.ofNullable(MAPPER.treeToValue(tree, type));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Converts plain maps, lists and scalars to a record, or a record to these. */
  public static <T> T convert(Object value, Class<T> type) {
    return MAPPER.convertValue(value, type);
  }

  /** A record's fields as plain maps, lists and scalars, in which times remain times. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> plain(Object value) {
    return PLAIN.convertValue(value, Map.class);
  }

  /**
   * Returns the values in the types that JSON has: a time becomes a text.
   *
   * @throws IllegalArgumentException if a value cannot be sent
   */
  @SuppressWarnings("unchecked")
  static Map<String, Object> plainJson(Map<String, Object> values) {
    return MAPPER.convertValue(values, Map.class);
  }

  /** Keeps an Instant unconverted in maps that are not yet encoded as text. */
  private static final class InstantKeeper extends JsonSerializer<Instant> {
    @Override
    public void serialize(Instant instant, JsonGenerator out, SerializerProvider providers)
        throws IOException {
      out.writeEmbeddedObject(instant);
    }
  }

  private static final class InstantWriter extends JsonSerializer<Instant> {
    @Override
    public void serialize(Instant instant, JsonGenerator out, SerializerProvider providers)
        throws IOException {
      out.writeString(time(instant));
    }
  }
}
