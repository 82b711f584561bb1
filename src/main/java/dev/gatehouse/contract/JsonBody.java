package dev.gatehouse.contract;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a client's JSON by the schema that it should have, and stops at the first thing that cannot
 * be: what an ill-willed body costs, in time and in memory, is what was right of it.
 */
final class JsonBody {
  private static final Schema ANY = new Schema.Any();

  private final JsonParser in;

  private JsonBody(JsonParser in) {
    this.in = in;
  }

  /**
   * Returns plain maps, lists and scalars, not yet checked beyond their outline.
   *
   * @param schema null for any JSON
   * @throws IOException when it is no JSON, names a key twice or goes on after the value
   * @throws Fault that names the first part that the schema has no place for
   */
  static Object read(JsonParser in, Schema schema) throws IOException {
    var body = new JsonBody(in);
    Object value = body.value(in.nextToken(), schema == null ? ANY : schema);
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
      // Digit for digit: by way of a double, 0.1234567890123456789 would lose some.
      case VALUE_NUMBER_FLOAT -> in.getDecimalValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case null, default -> throw new JsonParseException(in, "no value");
    };
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
