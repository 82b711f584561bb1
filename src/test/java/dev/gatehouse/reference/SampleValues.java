package dev.gatehouse.reference;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Values for examples: valid by the schema, and the same in each build. */
public final class SampleValues {
  private static final int MAX_DEPTH = 6;

  /** Values by the name of the field or parameter, which are tried first. */
  private static final Map<String, Object> NAMED =
      Map.ofEntries(
          Map.entry("email", "ada@example.org"),
          Map.entry("attendeeEmail", "ada@example.org"),
          Map.entry("to", "ada@example.org"),
          Map.entry("name", "Ada"),
          Map.entry("author", "Ada"),
          Map.entry("title", "A short talk"),
          Map.entry("subject", "Hello"),
          Map.entry("message", "Can we talk on Monday?"),
          Map.entry("body", "The backup is done."),
          Map.entry("text", "Thank you for the quick reply."),
          Map.entry("rating", 5),
          Map.entry("key", "talk"),
          Map.entry("symbol", "SPY"),
          Map.entry("value", "12.50"),
          Map.entry("price", 12.5),
          Map.entry("currency", "USD"),
          Map.entry("currency_code", "USD"),
          Map.entry("ip", "203.0.113.7"),
          Map.entry("address", "203.0.113.7"),
          Map.entry("filename", "tone.wav"),
          Map.entry("quantity", 1),
          Map.entry("year", 2026),
          Map.entry("code", "K7M2P9QX"),
          Map.entry("usedBy", "Ada"),
          Map.entry("projectType", "website"),
          Map.entry("description", "A music player for my site."),
          Map.entry("dna", "ACGTACGT"),
          Map.entry("endpoint", "https://push.example.org/abc"),
          Map.entry("urls", "https://www.example.org/page"),
          Map.entry("service", "home"),
          Map.entry("messageSource", "bot"),
          Map.entry("messageType", "info"),
          Map.entry("orderID", "5O190127TN364715T"),
          Map.entry("provider", "vercel"));

  /** Texts that are tried until one matches the pattern. */
  private static final List<String> TEXTS =
      Stream.of(
              """
              main 0123456789abcdef01234567 0123456789abcdef01234567-640x480.jpg https://www.example.org/page ada@example.org
              2026-12-24 2026-12-24T15:00:00Z SPY Ada B012345678 123456 12.50 30d tone.wav 0123456789abcdef
              0123456789abcdef0123456789abcdef 069a79f4-44e9-4726-a5be-fca90e38aaf5
              sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=: 1.00000000 main:1 5O190127TN364715T
              A{32} a{64} A{22} BA{86} A{43} 2026-12 DE
              """
                  .strip()
                  .split("\\s+"))
          .map(SampleValues::repeated)
          .toList();

  /** Repeats a letter as often as the number in braces after it. */
  private static String repeated(String text) {
    Matcher found = Pattern.compile("(.)\\{(\\d+)}").matcher(text);
    return found.replaceAll(each -> each.group(1).repeat(Integer.parseInt(each.group(2))));
  }

  private final ContractDocument contract;

  public SampleValues(ContractDocument contract) {
    this.contract = contract;
  }

  /** Returns a value of a schema: its example, its default, or a made one. */
  public Object of(String name, JsonObject given) {
    return of(name, given, 0);
  }

  private Object of(String name, JsonObject given, int depth) {
    JsonObject schema = contract.resolved(given);
    if (depth > MAX_DEPTH) {
      throw new IllegalStateException(name + " is nested too deeply");
    }
    JsonArray examples = schema.getJsonArray("examples", new JsonArray());
    if (!examples.isEmpty()) {
      return examples.getValue(0);
    }
    if (schema.containsKey("example")) {
      return schema.getValue("example");
    }
    for (String choice : List.of("oneOf", "anyOf", "allOf")) {
      if (schema.containsKey(choice)) {
        return of(name, schema.getJsonArray(choice).getJsonObject(0), depth + 1);
      }
    }
    if (schema.containsKey("const")) {
      return schema.getValue("const");
    }
    if (schema.containsKey("enum")) {
      return schema.getJsonArray("enum").getValue(0);
    }
    return switch (type(schema)) {
      case "object" -> object(schema, depth);
      case "array" -> array(name, schema, depth);
      case "integer", "number" -> number(name, schema);
      case "boolean" -> true;
      default -> text(name, schema);
    };
  }

  private static String type(JsonObject schema) {
    Object type = schema.getValue("type");
    return type instanceof JsonArray any ? any.getString(0) : (String) type;
  }

  /** Returns an object with the required fields, or with the first one if none is required. */
  private JsonObject object(JsonObject schema, int depth) {
    JsonObject properties = schema.getJsonObject("properties", new JsonObject());
    List<String> fields =
        schema.getJsonArray("required", new JsonArray()).stream().map(String.class::cast).toList();
    if (fields.isEmpty() && !properties.isEmpty()) {
      int least = Math.max(1, schema.getInteger("minProperties", 1));
      fields = properties.fieldNames().stream().limit(least).toList();
    }
    JsonObject object = new JsonObject();
    fields.forEach(
        field -> object.put(field, of(field, properties.getJsonObject(field), depth + 1)));
    return object;
  }

  private JsonArray array(String name, JsonObject schema, int depth) {
    JsonArray array = new JsonArray();
    int items = Math.max(1, schema.getInteger("minItems", 1));
    for (int i = 0; i < items; i++) {
      array.add(of(name, schema.getJsonObject("items"), depth + 1));
    }
    return array;
  }

  private static Object number(String name, JsonObject schema) {
    if (schema.containsKey("default") && schema.getValue("default") != null) {
      return schema.getValue("default");
    }
    double min = number(schema, "minimum", number(schema, "exclusiveMinimum", 0) + 1);
    double max = number(schema, "maximum", Long.MAX_VALUE);
    boolean whole = "integer".equals(type(schema));
    if (NAMED.get(name) instanceof Number named
        && named.doubleValue() >= min
        && named.doubleValue() <= max
        && (!whole || named instanceof Integer)) {
      return named;
    }
    double value = min <= 1 && max >= 1 ? 1 : min;
    return whole ? (Object) (long) value : (Object) value;
  }

  private static double number(JsonObject schema, String key, double otherwise) {
    return schema.getValue(key) instanceof Number number ? number.doubleValue() : otherwise;
  }

  private static String text(String name, JsonObject schema) {
    if (schema.getValue("default") instanceof String text && !text.isEmpty()) {
      return text;
    }
    String made =
        switch (schema.getString("format", "")) {
          case "date" -> "2026-12-24";
          case "date-time", "point-in-time" -> "2026-12-24T15:00:00Z";
          case "date-time-local" -> "2026-12-24T15:00:00";
          case "uri" -> "https://www.example.org/page";
          case "email" -> "ada@example.org";
          case "uuid" -> "069a79f4-44e9-4726-a5be-fca90e38aaf5";
          case "binary" -> "FILE";
          default -> "";
        };
    if (!made.isEmpty()) {
      return made;
    }
    if (NAMED.get(name) instanceof String named && fits(schema, named)) {
      return named;
    }
    return TEXTS.stream()
        .filter(each -> fits(schema, each))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("add a text for " + name + ": " + schema));
  }

  private static boolean fits(JsonObject schema, String text) {
    String pattern = schema.getString("pattern", "");
    return text.length() >= schema.getInteger("minLength", 0)
        && text.length() <= schema.getInteger("maxLength", Integer.MAX_VALUE)
        && (pattern.isEmpty() || Pattern.compile(pattern).matcher(text).find());
  }
}
