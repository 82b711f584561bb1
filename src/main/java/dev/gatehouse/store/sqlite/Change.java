package dev.gatehouse.store.sqlite;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The part of MongoDB's update language that Gatehouse uses. */
record Change(JsonObject operators) {
  /** Names of the only field of an object that represents a single value. */
  static final Set<String> VALUES =
      Set.of("$date", "$oid", "$binary", "$numberDecimal", "$numberLong", "$numberDouble");

  /**
   * Returns the changed document.
   *
   * @param isNew whether an upsert inserts it
   */
  JsonObject applied(JsonObject before, boolean isNew) {
    JsonObject document = before.copy();
    operators.forEach(operator -> {
      boolean onInsert = operator.getKey().equals("$setOnInsert");
      if (!onInsert || isNew) {
        String name = onInsert ? "$set" : operator.getKey();
        ((JsonObject) operator.getValue())
            .forEach(field -> apply(document, name, field.getKey(), field.getValue()));
      }
    });
    return document;
  }

  /** Returns the document that an upsert inserts if none matches: the query's equalities. */
  static JsonObject seed(JsonObject query) {
    JsonObject seed = new JsonObject();
    query.forEach(field -> {
      boolean equality =
          !(field.getValue() instanceof JsonObject object)
              || object.isEmpty()
              || !object.fieldNames().iterator().next().startsWith("$")
              || VALUES.contains(object.fieldNames().iterator().next());
      if (equality && !field.getKey().startsWith("$")) {
        apply(seed, "$set", field.getKey(), field.getValue());
      }
    });
    return seed;
  }

  private static void apply(JsonObject document, String operator, String path, Object operand) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      change(document, operator, path, operand);
      return;
    }
    String name = path.substring(0, dot);
    Object inner = document.getValue(name);
    if (inner == null && operator.equals("$unset")) {
      return;
    }
    if (inner != null && !(inner instanceof JsonObject)) {
      throw new IllegalArgumentException(name + " is no object, so it has no field " + path);
    }
    JsonObject object = inner == null ? new JsonObject() : (JsonObject) inner;
    apply(object, operator, path.substring(dot + 1), operand);
    document.put(name, object);
  }

  private static void change(JsonObject object, String operator, String name, Object operand) {
    switch (operator) {
      case "$set" -> object.put(name, operand);
      case "$unset" -> object.remove(name);
      case "$inc" -> object.put(name, sum(object.getValue(name), (Number) operand));
      case "$push" -> object.put(name, list(object, name).add(operand));
      case "$pull" -> {
        if (object.getValue(name) != null) {
          object.put(name, without(list(object, name), operand));
        }
      }
      default -> throw new IllegalArgumentException("unknown operator " + operator);
    }
  }

  private static JsonArray list(JsonObject object, String name) {
    return switch (object.getValue(name)) {
      case null -> new JsonArray();
      case JsonArray list -> list;
      default -> throw new IllegalArgumentException(name + " is not a list");
    };
  }

  private static JsonArray without(JsonArray list, Object pulled) {
    JsonArray left = new JsonArray();
    list.stream().filter(each -> !isLike(each, pulled)).forEach(left::add);
    return left;
  }

  /** Returns whether an element equals a value, or has all its fields. */
  private static boolean isLike(Object element, Object pulled) {
    if (pulled instanceof JsonObject fields && element instanceof JsonObject object) {
      return fields.stream()
          .allMatch(field -> Objects.equals(object.getValue(field.getKey()), field.getValue()));
    }
    return Objects.equals(element, pulled);
  }

  private static Number sum(Object before, Number more) {
    Object start = before == null ? 0 : before;
    if (!(start instanceof Number number)) {
      throw new IllegalArgumentException("only numbers can be increased");
    }
    if (number instanceof BigDecimal || more instanceof BigDecimal) {
      return new BigDecimal(number.toString()).add(new BigDecimal(more.toString()));
    }
    if (number instanceof Double || more instanceof Double) {
      return number.doubleValue() + more.doubleValue();
    }
    long sum = Math.addExact(number.longValue(), more.longValue());
    return (int) sum == sum ? (Number) (int) sum : (Number) sum;
  }
}
