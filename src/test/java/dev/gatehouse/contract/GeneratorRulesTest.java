package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/**
 * What generators of clients require of the contract. They drop separators in names, and some of
 * them also letter case. {@code scripts/clients} generates and compiles the clients themselves.
 */
class GeneratorRulesTest {
  private static final JsonObject DOCUMENT = ContractFiles.load("X-API-Key", "").document();

  private final List<String> faults = new ArrayList<>();

  @Test
  void namesSchemasDistinctly() {
    Set<String> names = schemas().fieldNames();
    distinct("schemas", names.stream());
    names.stream()
        // Go declares the constructor NewX for every schema X.
        .filter(name -> names.contains("New" + name))
        .forEach(name -> faults.add("New" + name + " is the constructor of " + name));
    assertEquals(List.of(), faults);
  }

  /** The generator typescript-fetch imports functions of the items that it does not generate. */
  @Test
  void offersNoArrayOfChoicesInChoice() {
    for (String schema : schemas().fieldNames()) {
      JsonArray choice = schemas().getJsonObject(schema).getJsonArray("oneOf", new JsonArray());
      for (Object each : choice) {
        JsonObject items = resolved((JsonObject) each).getJsonObject("items", new JsonObject());
        if (resolved(items).containsKey("oneOf")) {
          faults.add(schema + " offers an array of choices");
        }
      }
    }
    assertEquals(List.of(), faults);
  }

  private static JsonObject resolved(JsonObject schema) {
    String reference = schema.getString("$ref", "");
    return reference.isEmpty()
        ? schema
        : schemas().getJsonObject(reference.substring(reference.lastIndexOf('/') + 1));
  }

  @Test
  void namesPropertiesDistinctly() {
    for (String schema : schemas().fieldNames()) {
      JsonObject properties =
          schemas().getJsonObject(schema).getJsonObject("properties", new JsonObject());
      distinct(schema, properties.fieldNames().stream());
    }
    assertEquals(List.of(), faults);
  }

  @Test
  void namesConstantsOfEnumsDistinctly() {
    List<String> constants = new ArrayList<>();
    for (String schema : schemas().fieldNames()) {
      JsonObject values = schemas().getJsonObject(schema);
      // Go and others declare the constants of all named enums in one scope.
      JsonArray names = values.getJsonArray("x-enum-varnames", values.getJsonArray("enum"));
      if (names != null) {
        assertEquals(values.getJsonArray("enum").size(), names.size(), schema);
        names.forEach(name -> constants.add(name.toString()));
      }
    }
    distinct("enums", constants.stream());
    assertEquals(List.of(), faults);
  }

  @Test
  void statesFormatsOfWideNumbersAndNamesOfConstants() {
    walk(DOCUMENT, "");
    assertEquals(List.of(), faults);
  }

  /** A constant of Kotlin cannot be empty, or have the name of a member of all enums. */
  private void nameConstants(JsonObject schema, String place) {
    if (schema.getValue("enum") instanceof JsonArray values) {
      for (Object name : schema.getJsonArray("x-enum-varnames", values)) {
        if (name != null && List.of("", "name", "ordinal", "entries").contains(name.toString())) {
          faults.add(place + " needs x-enum-varnames, because of " + name);
        }
      }
    }
  }

  private void walk(Object node, String place) {
    if (node instanceof JsonObject object) {
      nameConstants(object, place);
      Object type = object.getValue("type");
      String types = type instanceof JsonObject || type == null ? "" : type.toString();
      Object format = object.getValue("format");
      if (types.contains("number") && !"double".equals(format)) {
        faults.add(place + " would be a 32-bit number");
      }
      if (types.contains("integer")
          && object.getLong("maximum", 0L) > Integer.MAX_VALUE
          && !"int64".equals(format)) {
        faults.add(place + " would be a 32-bit integer");
      }
      object.fieldNames().forEach(name -> walk(object.getValue(name), place + '/' + name));
    } else if (node instanceof JsonArray list) {
      list.forEach(each -> walk(each, place));
    }
  }

  private static JsonObject schemas() {
    return DOCUMENT.getJsonObject("components").getJsonObject("schemas");
  }

  private void distinct(String place, Stream<String> names) {
    Set<String> known = new HashSet<>();
    names
        .filter(name -> !known.add(name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT)))
        .forEach(name -> faults.add(place + ": " + name));
  }
}
