package dev.gatehouse.odd;

import module java.base;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** An element with odd values. */
final class OddElement {
  private final List<Value> values = new ArrayList<>();

  /**
   * An odd value.
   *
   * @param seed of the value if it is a time, which depends on the element's place
   */
  record Value(OddField field, long seed, String json) {
    String at(Instant place) {
      return field.kind() == OddField.Kind.TIME
          ? '"' + new OddValues(seed).timeText(place) + '"'
          : json;
    }
  }

  void add(OddField field, long seed, String json) {
    values.add(new Value(field, seed, json));
  }

  List<Value> values() {
    return values;
  }

  /** Replaces a refused value by the template's. Returns false if the error names no value. */
  boolean remove(String param) {
    Optional<Value> refused =
        values.stream().filter(each -> each.field().isNamed(param)).findFirst();
    refused.ifPresent(values::remove);
    return refused.isPresent();
  }

  /**
   * Returns the element as JSON.
   *
   * @param place a time that identifies the element among all elements
   */
  String json(String template, int index, Instant place) {
    try {
      JsonNode element = OddDocuments.EXACT.readTree(template.replace("#", "" + index));
      for (int i = 0; i < values.size(); i++) {
        put(element, JsonPointer.compile(values.get(i).field().sent()), "@odd" + i + "@");
      }
      String json = element.toString().replace("@time@", place.toString());
      for (int i = 0; i < values.size(); i++) {
        json = json.replace("\"@odd" + i + "@\"", values.get(i).at(place));
      }
      return json;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void put(JsonNode element, JsonPointer pointer, String mark) {
    JsonNode parent = element.at(pointer.head());
    String name = pointer.last().getMatchingProperty();
    if (parent instanceof ArrayNode list) {
      list.set(Integer.parseInt(name), mark);
    } else {
      ((ObjectNode) parent).put(name, mark);
    }
  }
}
