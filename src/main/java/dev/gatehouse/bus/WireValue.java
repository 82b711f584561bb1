package dev.gatehouse.bus;

import module java.base;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;

/**
 * Encodes plain values as JSON with their types: maps, lists, strings, booleans, integers, doubles,
 * decimals and instants. Types that JSON preserves are written natively. Any other value is an
 * object with one field that starts with a dollar sign, {@code {"$long": "5"}}. A map's own field
 * that starts with one is escaped with another. Other types cannot be sent.
 */
final class WireValue {
  private static final String LONG = "$long";
  private static final String INTEGER = "$integer";
  private static final String DECIMAL = "$decimal";
  private static final String INSTANT = "$instant";
  private static final String MARK = "$";

  private static final Map<String, Function<String, Object>> TYPES =
      Map.of(
          LONG, Long::valueOf,
          INTEGER, BigInteger::new,
          DECIMAL, BigDecimal::new,
          INSTANT, Instant::parse);

  private WireValue() {}

  static final class Writer extends JsonSerializer<Object> {
    @Override
    public void serialize(Object value, JsonGenerator out, SerializerProvider providers)
        throws IOException {
      write(value, out);
    }
  }

  static final class Reader extends JsonDeserializer<Object> {
    @Override
    public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return read(in);
    }
  }

  private static void write(Object value, JsonGenerator out) throws IOException {
    switch (value) {
      case null -> out.writeNull();
      case String text -> out.writeString(text);
      case Boolean truth -> out.writeBoolean(truth);
      case Integer number -> out.writeNumber(number);
      case Long number when number != number.intValue() -> out.writeNumber(number);
      case Long number -> tagged(LONG, number.toString(), out);
      case Double number when Double.isFinite(number) -> out.writeNumber(number);
      case BigInteger number -> tagged(INTEGER, number.toString(), out);
      case BigDecimal number -> tagged(DECIMAL, number.toString(), out);
      case Instant time -> tagged(INSTANT, time.toString(), out);
      case Collection<?> list -> {
        out.writeStartArray();
        for (Object element : list) {
          write(element, out);
        }
        out.writeEndArray();
      }
      case Map<?, ?> map -> fields(map, out);
      default ->
          throw new JsonMappingException(
              null, "a " + value.getClass().getSimpleName() + " cannot be sent in a message");
    }
  }

  private static void tagged(String tag, String text, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField(tag, text);
    out.writeEndObject();
  }

  private static void fields(Map<?, ?> map, JsonGenerator out) throws IOException {
    out.writeStartObject();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String name = String.valueOf(entry.getKey());
      out.writeFieldName(name.startsWith(MARK) ? MARK + name : name);
      write(entry.getValue(), out);
    }
    out.writeEndObject();
  }

  private static Object read(JsonParser in) throws IOException {
    return switch (in.currentToken()) {
      case VALUE_NULL -> null;
      case VALUE_STRING -> in.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT -> in.getNumberValue();
      case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
      case START_ARRAY -> list(in);
      case START_OBJECT -> object(in);
      default -> throw new JsonMappingException(in, "no value: " + in.currentToken());
    };
  }

  private static List<Object> list(JsonParser in) throws IOException {
    List<Object> list = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      list.add(read(in));
    }
    return list;
  }

  /** Returns the value of an object with a single type field, or a map. */
  private static Object object(JsonParser in) throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      Function<String, Object> type = TYPES.get(name);
      if (type != null && in.currentToken() == JsonToken.VALUE_STRING) {
        Object value = type.apply(in.getText());
        in.nextToken();
        return value;
      }
      map.put(name.startsWith(MARK + MARK) ? name.substring(1) : name, read(in));
    }
    return map;
  }
}
