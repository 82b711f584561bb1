package dev.gatehouse.reference;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Tables of parameters and records. */
final class SchemaTables {
  private static final List<String> CHOICES = List.of("oneOf", "anyOf", "allOf");

  private final ContractDocument contract;

  SchemaTables(ContractDocument contract) {
    this.contract = contract;
  }

  /** Returns one row of a table. */
  static String row(String... cells) {
    return Stream.of(cells)
        .map(SchemaTables::cell)
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  /** Returns a text as the content of a cell. */
  static String cell(String text) {
    return text.strip().replaceAll("\\s*\n\\s*", " ").replace("|", "\\|");
  }

  /** Returns the table of an operation's parameters; empty if it has none. */
  String parameters(List<JsonObject> parameters) {
    if (parameters.isEmpty()) {
      return "";
    }
    var table = new StringBuilder("| Parameter | In | Type | Meaning |\n|---|---|---|---|\n");
    for (JsonObject each : parameters) {
      JsonObject schema = each.getJsonObject("schema");
      table.append(
          row(
              "`" + each.getString("name") + "`" + required(each.getBoolean("required", false)),
              each.getString("in"),
              type(schema) + bounds(schema),
              each.getString("description", "")));
    }
    return table.append('\n').toString();
  }

  /** Returns the table of a record's fields, or a sentence if it is no record. */
  String fields(JsonObject schema) {
    JsonObject properties = schema.getJsonObject("properties");
    if (properties == null || properties.isEmpty()) {
      return "Type: " + type(schema) + bounds(schema) + "\n\n";
    }
    JsonArray required = schema.getJsonArray("required", new JsonArray());
    var table = new StringBuilder("| Field | Type | Meaning |\n|---|---|---|\n");
    for (Map.Entry<String, Object> each : properties) {
      JsonObject property = (JsonObject) each.getValue();
      table.append(
          row(
              "`" + each.getKey() + "`" + required(required.contains(each.getKey())),
              type(property) + bounds(property),
              description(property)));
    }
    return table.append('\n').toString();
  }

  private static String required(boolean required) {
    return required ? " \\*" : "";
  }

  private String description(JsonObject property) {
    String own = property.getString("description", "");
    return own.isEmpty() && isInlined(property)
        ? contract.resolved(property).getString("description", "")
        : own;
  }

  /** Returns whether a schema is shown in the row of its field instead of a table. */
  private boolean isInlined(JsonObject schema) {
    JsonObject resolved = contract.resolved(schema);
    return !resolved.containsKey("properties") && CHOICES.stream().noneMatch(resolved::containsKey);
  }

  /** Returns the type of a schema. Records are links. */
  String type(JsonObject schema) {
    String name = ContractDocument.name(schema);
    if (!name.isEmpty() && !isInlined(schema)) {
      return "[" + name + "](" + place(name) + ")";
    }
    JsonObject resolved = contract.resolved(schema);
    for (String choice : CHOICES) {
      if (resolved.containsKey(choice)) {
        return resolved.getJsonArray(choice).stream()
            .map(each -> type((JsonObject) each))
            .distinct()
            .collect(Collectors.joining(" or "));
      }
    }
    Object type = resolved.getValue("type");
    if (type instanceof JsonArray any) {
      return any.stream()
          .map(each -> each.equals("array") ? "array" : each.toString())
          .collect(Collectors.joining(" or "));
    }
    if ("array".equals(type)) {
      return "array of " + type(resolved.getJsonObject("items"));
    }
    return type == null ? "any" : type.toString();
  }

  private static String place(String name) {
    return "records.md#" + name.toLowerCase(java.util.Locale.ROOT);
  }

  private String bounds(JsonObject given) {
    JsonObject schema = contract.resolved(given);
    List<String> bounds = new ArrayList<>();
    if (schema.containsKey("enum")) {
      List<String> values =
          schema.getJsonArray("enum").stream().map(each -> "`" + each + "`").toList();
      bounds.add(values.size() > 40 ? values.size() + " values" : String.join(", ", values));
    }
    if (schema.containsKey("format") && !"int32 int64".contains(schema.getString("format"))) {
      bounds.add(schema.getString("format"));
    }
    boolean number = Set.of("integer", "number").contains(type(schema));
    if (number && !schema.containsKey("enum")) {
      bounds.add(range(schema));
    }
    if (schema.containsKey("maxLength")) {
      bounds.add("at most " + schema.getValue("maxLength") + " characters");
    }
    if (schema.containsKey("maxItems")) {
      bounds.add("at most " + schema.getValue("maxItems") + " items");
    }
    Object fallback = schema.getValue("default");
    if (fallback != null && !"".equals(fallback)) {
      bounds.add("default `" + fallback + "`");
    }
    bounds.removeIf(String::isEmpty);
    return bounds.isEmpty() ? "" : ": " + String.join("; ", bounds);
  }

  private static String range(JsonObject schema) {
    Object min = schema.getValue("minimum");
    Object max = schema.getValue("maximum");
    boolean open = max == null || String.valueOf(max).length() > 9;
    if (min == null && open) {
      return "";
    }
    return open ? "from " + min : min + " to " + max;
  }

  /** Returns the records that schemas refer to, directly or through others, by their names. */
  TreeMap<String, JsonObject> records() {
    Set<String> names = new TreeSet<>();
    contract
        .operations()
        .forEach(operation -> {
          collect(operation.bodies(), names);
          operation.json().getJsonObject("responses").stream()
              .filter(each -> each.getKey().startsWith("2"))
              .forEach(each -> collect(each.getValue(), names));
        });
    names.add("ErrorReply");
    names.add("FieldError");
    TreeMap<String, JsonObject> records = new TreeMap<>();
    names.forEach(name -> {
      if (!isInlined(contract.schema(name))) {
        records.put(name, contract.schema(name));
      }
    });
    return records;
  }

  private void collect(Object value, Set<String> names) {
    if (value instanceof JsonArray array) {
      array.forEach(each -> collect(each, names));
    } else if (value instanceof JsonObject object) {
      String name = ContractDocument.name(object);
      if (!name.isEmpty() && names.add(name)) {
        collect(contract.schema(name), names);
      }
      object.forEach(each -> collect(each.getValue(), names));
    }
  }
}
