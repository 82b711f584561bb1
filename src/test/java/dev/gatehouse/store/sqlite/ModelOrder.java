package dev.gatehouse.store.sqlite;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** MongoDB's order of values, implemented again in the simplest way. */
final class ModelOrder {
  private ModelOrder() {}

  static int compare(Object left, Object right) {
    int ranks = Integer.compare(rank(left), rank(right));
    if (ranks != 0) {
      return ranks;
    }
    return switch (left) {
      case Number number -> decimal(number).compareTo(decimal((Number) right));
      case String text -> text.compareTo((String) right);
      case Boolean flag -> flag.compareTo((Boolean) right);
      case JsonObject date when date.containsKey("$date") ->
          instant(date).compareTo(instant((JsonObject) right));
      case JsonObject object -> compare(object, (JsonObject) right);
      case JsonArray array -> compare(array.getList(), ((JsonArray) right).getList());
      case null, default -> 0;
    };
  }

  private static int compare(JsonObject left, JsonObject right) {
    List<Map.Entry<String, Object>> one = List.copyOf(left.stream().toList());
    List<Map.Entry<String, Object>> two = List.copyOf(right.stream().toList());
    for (int i = 0; i < Math.min(one.size(), two.size()); i++) {
      Object first = one.get(i).getValue();
      Object second = two.get(i).getValue();
      int compared = Integer.compare(rank(first), rank(second));
      compared = compared != 0 ? compared : one.get(i).getKey().compareTo(two.get(i).getKey());
      compared = compared != 0 ? compared : compare(first, second);
      if (compared != 0) {
        return compared;
      }
    }
    return Integer.compare(one.size(), two.size());
  }

  private static int compare(List<?> left, List<?> right) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int compared = compare(left.get(i), right.get(i));
      if (compared != 0) {
        return compared;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  /** Returns the rank of a value's type among the types. */
  static int rank(Object value) {
    return switch (value) {
      case null -> 1;
      case Number number -> 2;
      case String text -> 3;
      case JsonObject date when date.containsKey("$date") -> 9;
      case JsonObject object -> 4;
      case JsonArray array -> 5;
      case Boolean flag -> 8;
      default -> throw new IllegalArgumentException(value.getClass().toString());
    };
  }

  private static BigDecimal decimal(Number number) {
    return number instanceof Double real ? new BigDecimal(real) : new BigDecimal(number.toString());
  }

  private static Instant instant(JsonObject date) {
    return Instant.parse(date.getString("$date"));
  }

  /** Returns the order of documents under a sort. Equal documents are in insertion order. */
  static Comparator<JsonObject> by(JsonObject sort) {
    return (left, right) -> {
      for (Map.Entry<String, Object> field : sort) {
        boolean ascending = (Integer) field.getValue() > 0;
        Object one = representative(left, field.getKey(), ascending);
        Object two = representative(right, field.getKey(), ascending);
        int compared = compareRepresentatives(one, two);
        if (compared != 0) {
          return ascending ? compared : -compared;
        }
      }
      return 0;
    };
  }

  /** Represents an empty array, which sorts below null. */
  private static final Object EMPTY = new Object();

  private static Object representative(JsonObject document, String path, boolean ascending) {
    List<Object> values = ModelMatcher.elements(document, path);
    if (values.isEmpty()) {
      // An empty array on the path to a field has no such field, which counts as null.
      return path.contains(".") ? null : EMPTY;
    }
    Object best = values.getFirst();
    for (Object value : values) {
      int compared = compareRepresentatives(value, best);
      best = (ascending ? compared < 0 : compared > 0) ? value : best;
    }
    return best;
  }

  private static int compareRepresentatives(Object left, Object right) {
    if (EMPTY.equals(left) || EMPTY.equals(right)) {
      return Boolean.compare(EMPTY.equals(right), EMPTY.equals(left));
    }
    return compare(left, right);
  }
}
