package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.store.StoredJson;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * The part of MongoDB's query language that Gatehouse uses, as a condition of SQLite.
 *
 * <p>A comparison matches values of the operand's type only: numbers, texts or times. Booleans
 * count as the numbers 0 and 1. Decimals compare like doubles. A condition on a list matches if one
 * of its elements does.
 *
 * @param sql condition on a row of the collection's table
 * @param values its parameters
 */
record Condition(String sql, List<Object> values) {
  /** The first text after all JSON of objects. */
  private static final String AFTER_OBJECTS = "{#";

  private static final Map<String, String> BOUNDS =
      Map.of("$gt", ">", "$gte", ">=", "$lt", "<", "$lte", "<=");

  /** Returns the condition for the documents of a collection. */
  static Condition of(JsonObject query, Lists.Of lists) {
    Builder builder = new Builder(lists);
    return new Condition(builder.all(query, false), builder.values);
  }

  /** Returns the SQL expression of a document's field, which indexes contain in the same form. */
  static String field(String path) {
    return path.equals("_id") ? "id" : "doc ->> " + path(path);
  }

  /** Returns a path of SQLite's JSON functions, as a literal. */
  static String path(String path) {
    String steps =
        path.isEmpty()
            ? ""
            : java.util.Arrays.stream(path.split("\\.", -1))
                .map(name -> ".\"" + name.replace("\"", "\\\"") + '"')
                .collect(Collectors.joining());
    return "'$" + steps.replace("'", "''") + "'";
  }

  /**
   * Returns an ORDER BY clause, or an empty text.
   *
   * @param sort 1 or -1 by field; null for none
   */
  static String order(JsonObject sort) {
    return sort == null || sort.isEmpty() ? "" : " ORDER BY " + keys(sort);
  }

  /** Returns the expressions of the fields of an order or an index. */
  static String keys(JsonObject keys) {
    return keys.stream()
        .map(key -> field(key.getKey()) + (((Number) key.getValue()).intValue() < 0 ? " DESC" : ""))
        .collect(Collectors.joining(", "));
  }

  /** Returns the id of a row as the value of its column. */
  static Object id(Object id) {
    return switch (id) {
      case JsonObject driver when driver.getValue("$oid") instanceof String hex ->
          HexFormat.of().parseHex(hex);
      case String text -> text;
      case Number number -> scalar(number);
      default -> throw new IllegalArgumentException("an _id is a text, a number or an ObjectId");
    };
  }

  /** Returns a value of a query as SQLite's {@code ->>} returns stored ones. */
  static Object scalar(Object value) {
    return switch (value) {
      case String text -> StoredJson.escaped(text);
      case Boolean flag -> flag ? 1L : 0L;
      case Double number -> number;
      case Float number -> number.doubleValue();
      case BigDecimal number -> number.doubleValue();
      case Number number -> number.longValue();
      default -> StoredJson.text(value);
    };
  }

  private static final class Builder {
    private final Lists.Of lists;
    private final List<Object> values = new ArrayList<>();

    Builder(Lists.Of lists) {
      this.lists = lists;
    }

    /**
     * Returns the condition of all fields of a query.
     *
     * @param inElement whether they are fields of the element {@code e} of a list
     */
    String all(JsonObject query, boolean inElement) {
      List<String> parts = new ArrayList<>();
      query.forEach(each -> parts.add(part(each.getKey(), each.getValue(), inElement)));
      return parts.isEmpty() ? "1" : String.join(" AND ", parts);
    }

    private String part(String key, Object operand, boolean inElement) {
      return switch (key) {
        case "$or" -> joined((JsonArray) operand, " OR ", inElement);
        case "$and" -> joined((JsonArray) operand, " AND ", inElement);
        default -> field(key, operand, inElement);
      };
    }

    private String joined(JsonArray queries, String word, boolean inElement) {
      return queries.stream()
          .map(each -> "(" + all((JsonObject) each, inElement) + ")")
          .collect(Collectors.joining(word, "(", ")"));
    }

    private String field(String field, Object operand, boolean inElement) {
      if (!(operand instanceof JsonObject operators) || !isOperators(operators)) {
        return condition(field, "$eq", operand, inElement);
      }
      return operators.stream()
          .map(each -> operator(field, each.getKey(), each.getValue(), inElement))
          .collect(Collectors.joining(" AND "));
    }

    /** Returns whether an object has operators, rather than being a value. */
    private static boolean isOperators(JsonObject object) {
      String first = object.isEmpty() ? "" : object.fieldNames().iterator().next();
      return first.startsWith("$") && !Change.VALUES.contains(first);
    }

    private String operator(String field, String operator, Object operand, boolean inElement) {
      return switch (operator) {
        case "$ne" -> "(" + condition(field, "$eq", operand, inElement) + ") IS NOT TRUE";
        case "$not" -> "(" + field(field, operand, inElement) + ") IS NOT TRUE";
        default -> condition(field, operator, operand, inElement);
      };
    }

    private String condition(String field, String operator, Object operand, boolean inElement) {
      if (inElement) {
        return compare(Lists.value("", field), false, operator, operand);
      }
      if (operator.equals("$exists")) {
        String is = (Boolean) operand ? " IS NOT NULL" : " IS NULL";
        return field.equals("_id") ? "id" + is : "json_type(doc, " + path(field) + ")" + is;
      }
      if (operator.equals("$elemMatch")) {
        return anyElement(field, all((JsonObject) operand, true));
      }
      // Paths through lists are looked up in the elements.
      String list = lists.on(field);
      if (list == null || operand == null) {
        return compare(Condition.field(field), field.equals("_id"), operator, operand);
      }
      if (lists.areKept(field)) {
        values.add(lists.collection());
        values.add(field);
        return "position IN (SELECT position FROM _elements WHERE collection = ? AND path = ? AND "
            + compare("value", false, operator, operand)
            + ")";
      }
      return anyElement(list, compare(Lists.value(list, field), false, operator, operand));
    }

    private static String anyElement(String list, String condition) {
      return "EXISTS (SELECT 1 FROM json_each(doc, %s) AS e WHERE %s)"
          .formatted(path(list), condition);
    }

    /** Compares an expression, which is not a list, with an operand. */
    String compare(String expression, boolean isId, String operator, Object operand) {
      return switch (operator) {
        case "$eq" -> equal(expression, isId, operand);
        case "$in" -> in(expression, isId, (JsonArray) operand);
        case "$gt", "$gte", "$lt", "$lte" ->
            bound(expression, BOUNDS.get(operator), isId ? id(operand) : scalar(operand));
        default -> throw new IllegalArgumentException("unknown operator " + operator);
      };
    }

    private String equal(String expression, boolean isId, Object operand) {
      if (operand == null) {
        return expression + " IS NULL";
      }
      values.add(isId ? id(operand) : scalar(operand));
      return expression + " = ?";
    }

    /** The number of parameters is a power of two, so that there are few different statements. */
    private String in(String expression, boolean isId, JsonArray operands) {
      List<Object> any = new ArrayList<>();
      for (Object each : operands.getList()) {
        if (each != null) {
          any.add(isId ? id(each) : scalar(each));
        }
      }
      String orNull = any.size() < operands.size() ? " OR " + expression + " IS NULL" : "";
      if (any.isEmpty()) {
        return "(0" + orNull + ")";
      }
      while (Integer.bitCount(any.size()) > 1) {
        any.add(any.getLast());
      }
      values.addAll(any);
      return "(" + expression + " IN (?" + ",?".repeat(any.size() - 1) + ")" + orNull + ")";
    }

    /** The other bound is the end of the operand's type in SQLite's order. */
    private String bound(String expression, String comparison, Object operand) {
      values.add(operand);
      String bound = expression + " " + comparison + " ?";
      boolean up = comparison.startsWith(">");
      return switch (operand) {
        case String object when object.startsWith("{\"") ->
            bound
                + (up
                    ? " AND " + expression + " < '" + AFTER_OBJECTS + "'"
                    : " AND " + expression + " > '{\"'");
        case String _ when !up -> bound + " AND " + expression + " >= ''";
        case Number _ when up -> bound + " AND " + expression + " < ''";
        default -> bound;
      };
    }
  }
}
