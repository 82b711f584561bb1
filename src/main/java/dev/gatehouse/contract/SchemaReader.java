package dev.gatehouse.contract;

import module java.base;

import dev.gatehouse.contract.Schema.ArraySchema;
import dev.gatehouse.contract.Schema.ChoiceSchema;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Compiles the schemas of a document, each named one once. Rejects unknown keywords at startup, and
 * schemas without bounds that a caller could exploit, such as an unbounded integer.
 */
final class SchemaReader {
  private static final String COMPONENT = "#/components/schemas/";

  /** Keywords that document a schema but do not constrain it. */
  private static final Set<String> NOTES =
      Set.of(
          "description",
          "title",
          "example",
          "examples",
          "deprecated",
          "default",
          "x-enum-varnames");

  private static final Map<String, Set<String>> KEYWORDS =
      Map.of(
          "string",
          Set.of(
              "minLength maxLength pattern enum format contentMediaType contentSchema".split(" ")),
          "integer",
          Set.of("minimum", "maximum", "enum", "format"),
          "number",
          Set.of("minimum", "maximum", "format"),
          "boolean",
          Set.of(),
          "array",
          Set.of("items", "minItems", "maxItems", "x-allow-single-value"),
          "object",
          Set.of("properties", "required", "additionalProperties", "x-aliases"));

  /** Formats that inform clients about a value and are not checked. */
  private static final Set<String> HINTS = Set.of("int32", "int64", "double", "binary");

  private final JsonObject document;
  private final Map<String, Schema> named = new HashMap<>();
  private final Set<String> begun = new HashSet<>();

  SchemaReader(JsonObject document) {
    this.document = document;
  }

  Schema named(String name) {
    Schema known = named.get(name);
    if (known != null) {
      return known;
    }
    JsonObject schema =
        document.getJsonObject("components").getJsonObject("schemas").getJsonObject(name);
    if (schema == null) {
      throw new ContractException("there is no schema " + name);
    }
    must(begun.add(name), name, "contains itself");
    try {
      Schema compiled = compiled(schema, name, name);
      named.put(name, compiled);
      return compiled;
    } finally {
      begun.remove(name);
    }
  }

  /**
   * Compiles a schema.
   *
   * @param place location of the schema, for messages
   */
  Schema read(JsonObject schema, String place) {
    return compiled(schema, place, "");
  }

  /** Returns the object that a local {@code $ref} refers to, or the object itself. */
  JsonObject resolve(JsonObject object) {
    String reference = object.getString("$ref");
    JsonObject target = object;
    if (reference != null) {
      target = document;
      for (String step : reference.substring(2).split("/")) {
        target = target == null ? null : target.getJsonObject(step);
      }
      if (target == null) {
        throw new ContractException("there is no " + reference);
      }
    }
    return target;
  }

  private Schema compiled(JsonObject schema, String place, String name) {
    String reference = schema.getString("$ref");
    if (reference != null) {
      must(reference.startsWith(COMPONENT), place, "does not refer to a schema: " + reference);
      return named(reference.substring(COMPONENT.length()));
    }
    if (schema.containsKey("oneOf")) {
      return choice(schema, place, name);
    }
    List<String> types = texts(schema.getValue("type"));
    boolean nullable = types.remove("null");
    must(types.size() == 1 && KEYWORDS.containsKey(types.getFirst()), place, "needs a type");
    String type = types.getFirst();
    for (String keyword : schema.fieldNames()) {
      boolean known = keyword.equals("type") || NOTES.contains(keyword);
      must(
          known || KEYWORDS.get(type).contains(keyword),
          place,
          "has an unknown keyword " + keyword);
    }
    Schema compiled =
        switch (type) {
          case "string" -> text(schema, place);
          case "integer" -> whole(schema, place);
          case "number" -> decimal(schema);
          case "boolean" -> new Schema.Flag();
          case "array" -> items(schema, place);
          default -> object(schema, place, name);
        };
    return nullable ? new Schema.Nullable(compiled) : compiled;
  }

  private Schema choice(JsonObject schema, String place, String name) {
    must(!name.isEmpty(), place, "is a choice without a name: put it into components/schemas");
    List<Schema> schemas = new ArrayList<>();
    for (Object each : schema.getJsonArray("oneOf")) {
      must(((JsonObject) each).containsKey("$ref"), place, "offers a schema without a name");
      schemas.add(compiled((JsonObject) each, place, ""));
    }
    return new ChoiceSchema(List.copyOf(schemas));
  }

  private static Schema text(JsonObject schema, String place) {
    String format = schema.getString("format", "");
    Format checked = Format.of(format).orElse(Format.NONE);
    must(
        checked != Format.NONE || format.isEmpty() || HINTS.contains(format),
        place,
        "has an unknown format " + format);
    Set<String> values = new LinkedHashSet<>(texts(schema.getValue("enum")));
    String pattern = schema.getString("pattern");
    boolean checkedByFormat = checked.pattern().equals(pattern);
    return new Schema.Text(
        schema.getInteger("minLength", 0),
        schema.getInteger("maxLength", Integer.MAX_VALUE),
        checkedByFormat ? null : pattern(pattern, place),
        values,
        checked);
  }

  /**
   * Compiles a pattern in the contract's dialect, JavaScript's. There, {@code $} matches only the
   * end, not before a final line break.
   */
  private static Pattern pattern(String pattern, String place) {
    try {
      return pattern == null
          ? null
          : Pattern.compile(pattern.replaceFirst("(?<!\\\\)\\$$", "\\\\z"));
    } catch (PatternSyntaxException e) {
      throw new ContractException(place + " has an invalid pattern: " + e.getMessage());
    }
  }

  private static Schema whole(JsonObject schema, String place) {
    List<Long> values =
        schema.getJsonArray("enum", new JsonArray()).stream()
            .map(value -> ((Number) value).longValue())
            .toList();
    if (!values.isEmpty()) {
      return new Schema.Whole(Collections.min(values), Collections.max(values), values);
    }
    must(
        schema.containsKey("minimum") && schema.containsKey("maximum"),
        place,
        "is an integer without a minimum and a maximum");
    return new Schema.Whole(schema.getLong("minimum"), schema.getLong("maximum"), List.of());
  }

  private static Schema decimal(JsonObject schema) {
    return new Schema.Decimal(bound(schema, "minimum"), bound(schema, "maximum"));
  }

  private static BigDecimal bound(JsonObject schema, String keyword) {
    Object bound = schema.getValue(keyword);
    return bound == null ? null : new BigDecimal(bound.toString());
  }

  private Schema items(JsonObject schema, String place) {
    must(schema.containsKey("items"), place, "is an array without items");
    return new ArraySchema(
        compiled(schema.getJsonObject("items"), place + "[]", ""),
        schema.getInteger("minItems", 0),
        schema.getInteger("maxItems", Integer.MAX_VALUE),
        schema.getBoolean("x-allow-single-value", false));
  }

  private Schema object(JsonObject schema, String place, String name) {
    Object rest = schema.getValue("additionalProperties");
    must(rest != null, place, "is an object without additionalProperties");
    JsonObject properties = schema.getJsonObject("properties", new JsonObject());
    must(
        properties.isEmpty() || !name.isEmpty(),
        place,
        "is an object without a name: put it into components/schemas");
    Set<String> required = new LinkedHashSet<>(texts(schema.getValue("required")));
    must(
        properties.fieldNames().containsAll(required),
        place,
        "requires a property that it does not declare");
    Map<String, ObjectSchema.Property> fields = new LinkedHashMap<>();
    for (String field : properties.fieldNames()) {
      JsonObject property = properties.getJsonObject(field);
      fields.put(field, property(property, required.contains(field), place + '.' + field));
    }
    Map<String, String> aliases = new LinkedHashMap<>();
    for (Map.Entry<String, Object> alias : schema.getJsonObject("x-aliases", new JsonObject())) {
      must(
          fields.containsKey(alias.getValue()),
          place,
          "has an alias of an unknown property: " + alias.getKey());
      aliases.put(alias.getKey(), (String) alias.getValue());
    }
    return new ObjectSchema(name, fields, rest(rest, place), aliases);
  }

  private Schema rest(Object rest, String place) {
    return switch (rest) {
      case Boolean open -> open ? new Schema.Any() : null;
      case JsonObject schema -> compiled(schema, place + ".*", "");
      default -> throw new ContractException(place + " has invalid additionalProperties");
    };
  }

  private ObjectSchema.Property property(JsonObject property, boolean required, String place) {
    Schema schema = compiled(property, place, "");
    Object fallback = fallback(property, schema, place);
    must(fallback == null || !required, place, "is required and has a default");
    return new ObjectSchema.Property(
        schema, required, fallback, property.getBoolean("deprecated", false));
  }

  /** Returns a schema's default, which must match the schema; null without a default. */
  static Object fallback(JsonObject schema, Schema compiled, String place) {
    Object fallback =
        switch (schema.getValue("default")) {
          case JsonObject object -> object.getMap();
          case JsonArray array -> array.getList();
          case null -> null;
          case Object plain -> plain;
        };
    if (fallback == null) {
      return null;
    }
    try {
      return compiled.check(fallback);
    } catch (Fault fault) {
      throw new ContractException(fault.of("the default of " + place).getMessage());
    }
  }

  private static List<String> texts(Object value) {
    return switch (value) {
      case String text -> new ArrayList<>(List.of(text));
      case JsonArray array ->
          new ArrayList<>(
              array.stream().filter(String.class::isInstance).map(String.class::cast).toList());
      case null, default -> new ArrayList<>();
    };
  }

  private static void must(boolean right, String place, String fault) {
    if (!right) {
      throw new ContractException(place + ' ' + fault);
    }
  }
}
