package dev.gatehouse.store.sqlite;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Random documents, queries and sorts. Each field has values of one type, is null or missing:
 * numbers n, texts s, times d, flags b, lists of texts t, objects o with a number k, lists l of
 * objects with a number k, and numbers u of a unique index.
 */
final class RandomJson {
  private static final String[] TEXTS = {
    "\uffee",
    "",
    "a",
    "ab",
    "b",
    "z",
    "é",
    "{",
    "{\"$date\":",
    "[",
    "[1]",
    "\u0001",
    "a\u0000b",
    "\ud83d\ude00",
    "'",
    "%s",
    "\""
  };
  private static final List<Number> NUMBERS =
      List.of(0, 1, -1, 2.5, 2.0, 2, 1e300, -1e-300, 5_000_000_000L, 9_007_199_254_740_993L, 3);

  private final RandomGenerator random;
  private final boolean strict;

  /**
   * @param strict whether to include what the server of the tests decides in another way than
   *     MongoDB: negated and double conditions on lists, and the order of rare letters
   */
  RandomJson(RandomGenerator random, boolean strict) {
    this.random = random;
    this.strict = strict;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  <T> T one(List<T> choices) {
    return choices.get(below(choices.size()));
  }

  String id() {
    return one(List.of("", "{", "x")) + below(60);
  }

  Object value(String field) {
    return switch (field) {
      case "_id" -> id();
      case "n", "o.k", "l.k" -> one(NUMBERS);
      case "c", "u" -> below(300);
      case "s", "t" -> one(List.of(TEXTS).subList(strict ? 0 : 1, TEXTS.length));
      case "b" -> random.nextBoolean();
      default ->
          new JsonObject()
              .put(
                  "$date",
                  "2024-0" + (1 + below(3)) + "-01T00:00:00" + one(List.of("Z", ".5Z", ".123Z")));
    };
  }

  JsonObject document() {
    JsonObject document = JsonObject.of("_id", id(), "u", below(300));
    for (String field : List.of("n", "s", "d", "b")) {
      maybe(document, field, () -> value(field));
    }
    maybe(document, "c", () -> below(5));
    maybe(document, "t", () -> new JsonArray(some(() -> value("t"))));
    maybe(document, "o", () -> JsonObject.of("k", value("o.k")));
    maybe(document, "l", () -> new JsonArray(some(() -> JsonObject.of("k", value("l.k")))));
    return document;
  }

  private void maybe(JsonObject document, String field, Supplier<Object> value) {
    int choice = below(6);
    if (choice > 0) {
      document.put(field, choice == 1 && !field.equals("c") ? null : value.get());
    }
  }

  private List<?> some(Supplier<Object> value) {
    return Stream.generate(value).limit(below(4)).collect(Collectors.toCollection(ArrayList::new));
  }

  String field() {
    return one(List.of("_id", "n", "s", "d", "b", "t", "t", "o.k", "l.k", "u"));
  }

  JsonObject query() {
    JsonObject query = new JsonObject();
    for (int i = below(3); i > 0; i--) {
      String field = field();
      query.put(field, demand(field));
    }
    if (below(4) == 0) {
      query.put(one(List.of("$or", "$and")), new JsonArray(some(this::query)).add(query()));
    }
    return query;
  }

  private Object demand(String field) {
    boolean list = field.equals("t") || field.equals("l.k");
    int kind = below(10);
    if (list && !strict && (kind == 2 || kind == 6 || kind == 7)) {
      return value(field);
    }
    return switch (kind) {
      case 0 -> JsonObject.of("$gte", value(field));
      case 1 -> JsonObject.of("$lt", value(field));
      case 2 -> JsonObject.of("$gt", value(field), "$lte", value(field));
      case 3 -> JsonObject.of("$in", new JsonArray(some(() -> value(field))));
      case 4 -> JsonObject.of("$ne", value(field));
      case 5 -> field.contains(".") ? value(field) : JsonObject.of("$exists", random.nextBoolean());
      case 6 -> JsonObject.of("$not", JsonObject.of("$gt", value(field)));
      case 7 -> field.equals("l.k") || field.equals("_id") ? value(field) : null;
      default -> value(field);
    };
  }

  JsonObject sort() {
    JsonObject sort = new JsonObject();
    for (int i = below(3); i > 0; i--) {
      sort.put(one(List.of("n", "s", "d", "b", "o.k", "u")), random.nextBoolean() ? 1 : -1);
    }
    return sort.put("_id", random.nextBoolean() ? 1 : -1);
  }

  JsonObject change() {
    return switch (below(6)) {
      case 0 -> change("$inc", "c", below(9));
      case 1 -> change("$unset", one(List.of("n", "s", "t", "l")), "");
      case 2 -> change("$set", "u", below(300));
      case 3 -> change("$set", "t", new JsonArray(some(() -> value("t"))));
      default -> {
        String field = one(List.of("n", "s", "d", "b"));
        yield change("$set", field, value(field));
      }
    };
  }

  static JsonObject change(String operator, String field, Object operand) {
    return JsonObject.of(operator, JsonObject.of(field, operand));
  }
}
