package dev.gatehouse.store;

import module java.base;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Documents as JSON text, which keeps the type and the exact value of every field.
 *
 * <p>Times are {@code {"$date": "2026-11-28T10:00:00.000Z"}}, always with milliseconds, so that
 * their texts have the order of the times from the year 0 to 9999. Bytes are {@code {"$binary":
 * "base64"}}, ids of the driver are {@code {"$oid": "hex"}}. Numbers have all their digits: those
 * with a fraction or an exponent are read as a double if a double prints the same digits, and else
 * as a decimal. A text that begins with a brace or a bracket has U+0001 after it, so that no text
 * equals the JSON of an object or a list.
 */
public record StoredJson(JsonGenerator out, Set<String> lists) {
  private static final String DATE = "$date";
  private static final String BINARY = "$binary";
  private static final Set<String> NUMBERS =
      Set.of("$numberDecimal", "$numberLong", "$numberDouble");
  private static final char MARK = 1;
  private static final int MILLIS_LENGTH = "0000-00-00T00:00:00.000Z".length();
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
          // The names in documents are not a small set: some are chosen by callers.
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  /**
   * A document's text in UTF-8.
   *
   * @param lists paths of the fields that are lists, such as {@code items} or {@code order.items}
   */
  public record Encoded(byte[] text, Set<String> lists) {}

  /** Encodes a document in the Mongo client's form, without the field {@code _id}. */
  public static Encoded encode(JsonObject document) {
    Set<String> lists = new HashSet<>();
    return new Encoded(bytes(document.getMap(), true, lists), lists);
  }

  /** Encodes a value that is not a text or a number, in the form in which the store compares it. */
  public static String text(Object value) {
    return new String(bytes(value, false, new HashSet<>()), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(Object value, boolean document, Set<String> lists) {
    // In segments, so that a large document is not copied when it grows.
    ByteArrayBuilder bytes = new ByteArrayBuilder();
    try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
      StoredJson writer = new StoredJson(out, lists);
      if (document) {
        writer.fields((Map<?, ?>) value, "", true);
      } else {
        writer.value(value, "");
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("the document cannot be stored: " + e.getMessage(), e);
    }
    return bytes.toByteArray();
  }

  private void fields(Map<?, ?> fields, String path, boolean top) throws IOException {
    out.writeStartObject();
    for (Map.Entry<?, ?> field : fields.entrySet()) {
      String name = (String) field.getKey();
      if (!top || !name.equals("_id")) {
        out.writeFieldName(name);
        value(field.getValue(), path.isEmpty() ? name : path + '.' + name);
      }
    }
    out.writeEndObject();
  }

  private void value(Object value, String path) throws IOException {
    switch (value) {
      case null -> out.writeNull();
      case String text -> out.writeString(escaped(text));
      case JsonObject object -> object(object.getMap(), path);
      case Map<?, ?> object -> object(object, path);
      case JsonArray list -> list(list.getList(), path);
      case Collection<?> list -> list(list, path);
      case Boolean flag -> out.writeBoolean(flag);
      case Double number when !Double.isFinite(number) ->
          special("$numberDouble", number.toString());
      case Double number -> out.writeNumber(number);
      case Float number -> value(number.doubleValue(), path);
      case BigDecimal number -> out.writeNumber(number);
      case Number number -> out.writeNumber(number.toString());
      case byte[] bytes -> out.writeString(Base64.getEncoder().encodeToString(bytes));
      case Enum<?> name -> out.writeString(name.name());
      default -> out.writeString(escaped(value.toString()));
    }
  }

  private void list(Collection<?> list, String path) throws IOException {
    lists.add(path);
    out.writeStartArray();
    for (Object each : list) {
      value(each, path);
    }
    out.writeEndArray();
  }

  private void object(Map<?, ?> fields, String path) throws IOException {
    if (fields.size() == 1) {
      Map.Entry<?, ?> only = fields.entrySet().iterator().next();
      String name = (String) only.getKey();
      if (name.equals(DATE)) {
        special(DATE, time((String) only.getValue()));
        return;
      }
      if (name.equals(BINARY) && only.getValue() instanceof byte[] bytes) {
        special(BINARY, Base64.getEncoder().encodeToString(bytes));
        return;
      }
      if (NUMBERS.contains(name) && only.getValue() instanceof String digits && isNumber(digits)) {
        out.writeNumber(new BigDecimal(digits));
        return;
      }
    }
    fields(fields, path, false);
  }

  private void special(String name, String value) throws IOException {
    out.writeStartObject();
    out.writeStringField(name, value);
    out.writeEndObject();
  }

  private static boolean isNumber(String digits) {
    return !digits.isEmpty() && Character.isDigit(digits.charAt(digits.length() - 1));
  }

  private static String time(String text) {
    Instant time = Bson.instant(text);
    return text.length() == MILLIS_LENGTH && text.endsWith("Z") ? text : TIME.format(time);
  }

  /** Returns the stored form of a text. */
  public static String escaped(String text) {
    if (!text.isEmpty() && isBracket(text.charAt(0))) {
      return text.charAt(0) + String.valueOf(MARK) + text.substring(1);
    }
    return text;
  }

  private static boolean isBracket(char first) {
    return first == '{' || first == '[';
  }

  /**
   * Decodes a document.
   *
   * @throws UncheckedIOException if the bytes are not a document of this form
   */
  public static JsonObject decode(byte[] json) {
    try (JsonParser in = FACTORY.createParser(json)) {
      in.nextToken();
      return object(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonObject object(JsonParser in) throws IOException {
    JsonObject object = new JsonObject();
    Map<String, Object> fields = object.getMap();
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      in.nextToken();
      fields.put(name, read(in));
    }
    // The client adds a field "$type" to the bytes that a server has sent.
    if (fields.size() <= 2 && fields.get(BINARY) instanceof String base64) {
      fields.put(BINARY, Base64.getDecoder().decode(base64));
    }
    return object;
  }

  private static Object read(JsonParser in) throws IOException {
    return switch (in.currentToken()) {
      case START_OBJECT -> object(in);
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          list.add(read(in));
        }
        yield new JsonArray(list);
      }
      case VALUE_STRING -> unescaped(in.getText());
      case VALUE_NUMBER_INT -> integer(in);
      case VALUE_NUMBER_FLOAT -> number(in.getText());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  private static Number integer(JsonParser in) throws IOException {
    return in.getNumberType() == JsonParser.NumberType.BIG_INTEGER
        ? new BigDecimal(in.getText())
        : in.getNumberValue();
  }

  private static Number number(String text) {
    double number = Double.parseDouble(text);
    return Double.toString(number).equals(text) ? (Number) number : new BigDecimal(text);
  }

  private static String unescaped(String text) {
    boolean marked = text.length() > 1 && text.charAt(1) == MARK && isBracket(text.charAt(0));
    return marked ? text.charAt(0) + text.substring(2) : text;
  }
}
