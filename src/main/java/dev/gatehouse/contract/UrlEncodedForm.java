package dev.gatehouse.contract;

import module java.base;

/**
 * Reads {@code application/x-www-form-urlencoded}, the form of HTML and of many callbacks
 * (Webmention, RFC 8058, slash commands). Fields that the schema lacks are ignored, because such
 * senders add fields.
 */
final class UrlEncodedForm {
  private static final char NOT_UTF_8 = '\uFFFD';

  private UrlEncodedForm() {}

  /**
   * Returns the values of the known fields, converted to the schema's types.
   *
   * @throws ValidationException if the text is not a form, or has a field twice that is no list
   * @throws Fault if a list is too long
   */
  static Map<String, Object> read(String text, ObjectSchema schema) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (String pair : text.split("&")) {
      int equals = pair.indexOf('=');
      String field = decoded(equals < 0 ? pair : pair.substring(0, equals));
      String name = schema.aliases().getOrDefault(field, field);
      ObjectSchema.Property property = schema.properties().get(name);
      if (property != null) {
        put(values, name, property.schema(), decoded(equals < 0 ? "" : pair.substring(equals + 1)));
      }
    }
    return values;
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> values, String name, Schema schema, String text) {
    if (schema instanceof Schema.Nullable nullable) {
      put(values, name, nullable.schema(), text);
    } else if (schema instanceof ArraySchema) {
      var list = (List<Object>) values.computeIfAbsent(name, _ -> new ArrayList<>());
      try {
        list.add(coerced(schema.item(list.size()), text));
      } catch (Fault tooLong) {
        throw tooLong.inField(name);
      }
    } else if (schema instanceof Schema.Text || !text.isEmpty()) {
      // A browser sends an empty input of a number as an empty text.
      if (values.putIfAbsent(name, coerced(schema, text)) != null) {
        throw fault(name, name + " must be given once");
      }
    }
  }

  /** Converts a text. A browser sends a checked box without a value as "on". */
  private static Object coerced(Schema schema, String text) {
    boolean checked = schema instanceof Schema.Flag && text.equals("on");
    return checked ? Boolean.TRUE : Parameter.coerced(schema, text);
  }

  private static String decoded(String text) {
    try {
      String decoded = URLDecoder.decode(text, StandardCharsets.UTF_8);
      if (decoded.indexOf(NOT_UTF_8) < 0) {
        return decoded;
      }
    } catch (IllegalArgumentException e) {
      // A percent sign without two hexadecimal digits.
    }
    throw fault("", "the body is not a URL-encoded form in UTF-8");
  }

  private static ValidationException fault(String param, String message) {
    return new ValidationException(ErrorCode.FORM_INVALID, param, message);
  }
}
