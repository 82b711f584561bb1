package dev.gatehouse.contract;

import module java.base;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

/**
 * Reads a client's JSON by its schema and stops at the first invalid part. A malicious body
 * therefore costs only the time and memory of its valid part.
 */
record JsonBody(JsonParser in) {
  private static final Schema ANY = new Schema.Any();

  /**
   * Returns plain maps, lists and scalars whose structure is valid; values are not checked yet.
   *
   * @param schema null for any JSON
   * @throws IOException if it is not valid JSON, has duplicate keys or trailing content
   * @throws Fault that names the first part that the schema does not allow
   */
  static Object read(JsonParser in, Schema schema) throws IOException {
    var body = new JsonBody(in);
    Object value = body.value(in.nextToken(), Objects.requireNonNullElse(schema, ANY));
    if (in.nextToken() != null) {
      throw new JsonParseException(in, "more than one value");
    }
    return value;
  }

  private Object value(JsonToken token, Schema schema) throws IOException {
    return switch (token) {
      case START_OBJECT -> object(schema);
      case START_ARRAY -> list(schema);
      case VALUE_STRING -> in.getText();
      case VALUE_NUMBER_INT -> in.getNumberValue();
      case VALUE_NUMBER_FLOAT -> decimal();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case null, default -> throw new JsonParseException(in, "no value");
    };
  }

  /** Returns all digits; a double would truncate 0.1234567890123456789. */
  private BigDecimal decimal() throws IOException {
    try {
      return in.getDecimalValue();
    } catch (NumberFormatException | ArithmeticException e) {
      // The exponent exceeds 32 bits, as in 1e9999999999.
      throw new Fault("must be a finite number");
    }
  }

  private Map<String, Object> object(Schema schema) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      if (fields.containsKey(name)) {
        throw new JsonParseException(in, "a key twice");
      }
      Schema field = schema.field(name);
      try {
        fields.put(name, value(in.nextToken(), field));
      } catch (Fault fault) {
        throw fault.inField(name);
      }
    }
    return fields;
  }

  private List<Object> list(Schema schema) throws IOException {
    List<Object> items = new ArrayList<>();
    for (JsonToken next = in.nextToken(); next != JsonToken.END_ARRAY; next = in.nextToken()) {
      Schema item = schema.item(items.size());
      try {
        items.add(value(next, item));
      } catch (Fault fault) {
        throw fault.inItem(items.size());
      }
    }
    return items;
  }
}
