package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.http.Row.Expected;
import dev.gatehouse.reference.ContractDocument;
import dev.gatehouse.reference.SampleValues;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * JSON bodies with one fault each, or with one value at its bound. They are derived from the schema
 * of the body and contain every field of it, however deep.
 */
final class BodyRows {
  private static final String OTHER = "fieldOfNoSchema";
  private static final String ENTRY = "entry";

  /** Values of each type, as JSON. None is valid for another type. */
  private static final Map<String, List<Object>> WRONG =
      Map.of(
          "string", List.of(1, true, new JsonArray(), JsonObject.of("a", 1)),
          "integer", List.of("1", 1.5, true, new JsonObject()),
          "number", List.of("1", true, new JsonArray()),
          "boolean", List.of("true", 1),
          "array", List.of("x", 1, new JsonObject()),
          "object", List.of("x", 1, new JsonArray()));

  private final ContractDocument contract;
  private final SampleValues samples;
  private final List<Body> bodies = new ArrayList<>();

  /** JSON body and its expected reply. */
  record Body(String name, Object json, Expected expected) {}

  private BodyRows(ContractDocument contract, SampleValues samples) {
    this.contract = contract;
    this.samples = samples;
  }

  static List<Body> of(JsonObject schema, ContractDocument contract, SampleValues samples) {
    var rows = new BodyRows(contract, samples);
    rows.value(schema, List.of(), samples.of("body", schema));
    return rows.bodies;
  }

  /**
   * @param steps field names and indexes that lead to the value
   * @param body valid body with a value there
   */
  private void value(JsonObject given, List<Object> steps, Object body) {
    JsonObject schema = contract.resolved(given);
    if (schema.containsKey("oneOf")) {
      for (Object each : schema.getJsonArray("oneOf")) {
        JsonObject one = (JsonObject) each;
        value(one, steps, with(body, steps, samples.of("body", one)));
      }
      return;
    }
    boolean nullable = EdgeValues.isNullable(schema);
    String type = EdgeValues.type(schema);
    boolean single = schema.getBoolean("x-allow-single-value", false);
    String place = place(steps);
    add(place + " null", with(body, steps, null), Expected.of(nullable, place));
    for (Object wrong : single ? List.of() : WRONG.get(type)) {
      add(place + " of wrong type " + wrong, with(body, steps, wrong), Expected.invalid(place));
    }
    switch (type) {
      case "object" -> object(schema, steps, body);
      case "array" -> {
        array(schema, steps, body);
        if (single) {
          JsonObject item = schema.getJsonObject("items");
          value(item, steps, with(body, steps, samples.of("body", item)));
        }
      }
      default ->
          EdgeValues.of(schema, at(body, steps))
              .forEach(edge ->
                  add(
                      place + " " + edge.name(),
                      with(body, steps, edge.value()),
                      Expected.of(edge.valid(), place)));
    }
  }

  private void object(JsonObject schema, List<Object> steps, Object body) {
    JsonObject properties = schema.getJsonObject("properties", new JsonObject());
    JsonArray required = schema.getJsonArray("required", new JsonArray());
    for (String name : properties.fieldNames()) {
      List<Object> inside = and(steps, name);
      JsonObject property = properties.getJsonObject(name);
      if (required.contains(name)) {
        Object without = copy(body);
        ((JsonObject) at(without, steps)).remove(name);
        add(place(inside) + " missing", without, Expected.missing(place(inside)));
      }
      boolean there = ((JsonObject) at(body, steps)).containsKey(name);
      value(property, inside, there ? body : with(body, inside, samples.of(name, property)));
    }
    others(schema.getValue("additionalProperties"), steps, body);
    for (Map.Entry<String, Object> alias : schema.getJsonObject("x-aliases", new JsonObject())) {
      alias(alias.getKey(), (String) alias.getValue(), steps, body);
    }
  }

  private void others(Object others, List<Object> steps, Object body) {
    if (others instanceof JsonObject schema) {
      List<Object> inside = and(steps, ENTRY);
      value(schema, inside, with(body, inside, samples.of(ENTRY, schema)));
    } else {
      String place = place(and(steps, OTHER));
      boolean open = Boolean.TRUE.equals(others);
      add(
          place + " unknown",
          with(body, and(steps, OTHER), 1),
          open ? Expected.accepted(place) : Expected.unknown(place));
    }
  }

  /** The field can have another name, but not both names. */
  private void alias(String alias, String name, List<Object> steps, Object body) {
    JsonObject object = (JsonObject) at(body, steps);
    Object value =
        object.containsKey(name) ? object.getValue(name) : "https://www.example.org/page";
    Object renamed = with(body, and(steps, alias), value);
    ((JsonObject) at(renamed, steps)).remove(name);
    add("alias " + alias, renamed, Expected.accepted(place(and(steps, name))));
    Object both = with(with(body, and(steps, alias), value), and(steps, name), value);
    add("alias " + alias + " and " + name, both, Expected.invalid(place(and(steps, alias))));
  }

  private void array(JsonObject schema, List<Object> steps, Object body) {
    String place = place(steps);
    JsonObject item = schema.getJsonObject("items");
    Object one = at(body, and(steps, 0));
    int min = schema.getInteger("minItems", 0);
    add(place + " minItems", with(body, steps, items(one, min)), Expected.accepted(place));
    if (min > 0) {
      add(place + " minItems - 1", with(body, steps, items(one, min - 1)), Expected.invalid(place));
    }
    if (schema.containsKey("maxItems")) {
      int max = schema.getInteger("maxItems");
      add(place + " maxItems", with(body, steps, items(one, max)), Expected.accepted(place));
      add(place + " maxItems + 1", with(body, steps, items(one, max + 1)), Expected.invalid(place));
    }
    value(item, and(steps, 0), body);
    if (!EdgeValues.isNullable(contract.resolved(item)) && schema.getInteger("maxItems", 2) > 1) {
      JsonArray second = items(one, Math.max(1, min - 1)).addNull();
      String at = place(and(steps, second.size() - 1));
      add(at + " null", with(body, steps, second), Expected.invalid(at));
    }
  }

  private static JsonArray items(Object item, int count) {
    return new JsonArray(new ArrayList<>(Collections.nCopies(count, item)));
  }

  private void add(String name, Object json, Expected expected) {
    bodies.add(new Body(name, json, expected));
  }

  private static List<Object> and(List<Object> steps, Object step) {
    List<Object> more = new ArrayList<>(steps);
    more.add(step);
    return more;
  }

  /** Returns the name of a place as errors have it: {@code a.b[0].c}; empty for the whole body. */
  private static String place(List<Object> steps) {
    var place = new StringBuilder();
    for (Object step : steps) {
      if (step instanceof Integer index) {
        place.append('[').append(index).append(']');
      } else {
        place.append(place.isEmpty() ? "" : ".").append(step);
      }
    }
    return place.toString();
  }

  private static Object at(Object body, List<Object> steps) {
    Object value = body;
    for (Object step : steps) {
      value =
          step instanceof Integer index
              ? ((JsonArray) value).getValue(index)
              : ((JsonObject) value).getValue((String) step);
    }
    return value;
  }

  /** Returns a copy of the body with another value at a place. */
  private static Object with(Object body, List<Object> steps, Object value) {
    if (steps.isEmpty()) {
      return value;
    }
    Object copy = copy(body);
    Object parent = at(copy, steps.subList(0, steps.size() - 1));
    if (steps.getLast() instanceof Integer index) {
      ((JsonArray) parent).set(index, value);
    } else {
      ((JsonObject) parent).put((String) steps.getLast(), value);
    }
    return copy;
  }

  private static Object copy(Object body) {
    return body instanceof JsonArray array ? array.copy() : ((JsonObject) body).copy();
  }
}
