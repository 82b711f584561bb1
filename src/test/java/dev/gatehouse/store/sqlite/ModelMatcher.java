package dev.gatehouse.store.sqlite;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** MongoDB's matching of documents, for the operators that the random tests use. */
final class ModelMatcher {
  private ModelMatcher() {}

  static boolean matches(JsonObject document, JsonObject query) {
    for (Map.Entry<String, Object> entry : query) {
      boolean holds =
          switch (entry.getKey()) {
            case "$and" -> all((JsonArray) entry.getValue()).allMatch(q -> matches(document, q));
            case "$or" -> all((JsonArray) entry.getValue()).anyMatch(q -> matches(document, q));
            default -> field(document, entry.getKey(), entry.getValue());
          };
      if (!holds) {
        return false;
      }
    }
    return true;
  }

  private static Stream<JsonObject> all(JsonArray queries) {
    return queries.stream().map(JsonObject.class::cast);
  }

  private static boolean field(JsonObject document, String path, Object demand) {
    if (demand instanceof JsonObject operators && isOperators(operators)) {
      return operators.stream()
          .allMatch(each -> operator(document, path, each.getKey(), each.getValue()));
    }
    return equal(document, path, demand);
  }

  private static boolean isOperators(JsonObject object) {
    return object.fieldNames().stream().anyMatch(n -> n.startsWith("$") && !n.equals("$date"));
  }

  private static boolean operator(JsonObject document, String path, String name, Object operand) {
    return switch (name) {
      case "$eq" -> equal(document, path, operand);
      case "$ne" -> !equal(document, path, operand);
      case "$in" -> ((JsonArray) operand).stream().anyMatch(each -> equal(document, path, each));
      case "$nin" -> ((JsonArray) operand).stream().noneMatch(each -> equal(document, path, each));
      case "$exists" -> present(document, path) == (Boolean) operand;
      case "$gt" -> compares(document, path, operand, c -> c > 0);
      case "$gte" -> compares(document, path, operand, c -> c >= 0);
      case "$lt" -> compares(document, path, operand, c -> c < 0);
      case "$lte" -> compares(document, path, operand, c -> c <= 0);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static boolean equal(JsonObject document, String path, Object wanted) {
    if (wanted instanceof JsonArray whole) {
      return leaf(document, path) instanceof JsonArray array
          && ModelOrder.compare(array, whole) == 0;
    }
    return elements(document, path).stream()
        .anyMatch(value -> ModelOrder.compare(value, wanted) == 0);
  }

  private static boolean compares(
      JsonObject document, String path, Object operand, IntPredicate wanted) {
    return elements(document, path).stream()
        .filter(value -> ModelOrder.rank(value) == ModelOrder.rank(operand))
        .anyMatch(value -> wanted.test(ModelOrder.compare(value, operand)));
  }

  private static Object leaf(JsonObject document, String path) {
    return path.contains(".") ? null : document.getValue(path);
  }

  /** Returns the values at a path: each element of an array, and null for a missing field. */
  static List<Object> elements(JsonObject document, String path) {
    List<Object> found = new ArrayList<>();
    collect(document, path, found);
    return found;
  }

  private static void collect(JsonObject document, String path, List<Object> found) {
    int dot = path.indexOf('.');
    Object value = document.getValue(dot < 0 ? path : path.substring(0, dot));
    if (dot < 0) {
      if (value instanceof JsonArray array) {
        array.forEach(found::add);
      } else {
        found.add(value);
      }
      return;
    }
    String rest = path.substring(dot + 1);
    if (value instanceof JsonArray array) {
      array.forEach(each -> collect((JsonObject) each, rest, found));
    } else {
      collect(value instanceof JsonObject inner ? inner : new JsonObject(), rest, found);
    }
  }

  private static boolean present(JsonObject document, String path) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      return document.containsKey(path);
    }
    Object value = document.getValue(path.substring(0, dot));
    String rest = path.substring(dot + 1);
    return switch (value) {
      case JsonArray array -> array.stream().anyMatch(each -> present((JsonObject) each, rest));
      case JsonObject inner -> present(inner, rest);
      case null, default -> false;
    };
  }
}
