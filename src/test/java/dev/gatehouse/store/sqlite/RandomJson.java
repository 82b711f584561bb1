package dev.gatehouse.store.sqlite;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Generates documents, queries and sorts over a few fields. Fields a, b and c have values of mixed
 * types or are missing, t has a value or an array, and s has sub-documents in an array. Field n has
 * whole numbers, and the unique indexes are on u and p.
 */
final class RandomJson {
  private final RandomGenerator random;

  RandomJson(RandomGenerator random) {
    this.random = random;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  String id() {
    return "id" + (100 + below(400));
  }

  Object value() {
    return switch (below(12)) {
      case 0 -> null;
      case 1 -> below(6) - 2.5;
      case 2 -> (double) below(6);
      case 3 -> 5_000_000_000L + below(3);
      case 4 -> one(List.of("", "a", "ab", "b", "é", "a\u0000b", "a\u0001", "z"));
      case 5 -> random.nextBoolean();
      case 6 -> date();
      default -> below(8) - 2;
    };
  }

  /** Returns a value that a range may start from, which is any value except null. */
  private Object bound() {
    Object value = value();
    return value == null ? 1 : value;
  }

  private JsonObject date() {
    return new JsonObject().put("$date", "2024-01-0" + (1 + below(5)) + "T00:00:00Z");
  }

  private JsonArray array() {
    JsonArray array = new JsonArray();
    for (int i = below(4); i > 0; i--) {
      array.add(value());
    }
    return array;
  }

  JsonObject document() {
    JsonObject document = new JsonObject().put("_id", id());
    for (String field : List.of("a", "b", "c")) {
      if (below(5) > 0) {
        document.put(field, value());
      }
    }
    if (below(3) > 0) {
      document.put("t", random.nextBoolean() ? array() : value());
    }
    if (below(3) == 0) {
      JsonArray parts = new JsonArray();
      for (int i = below(3); i > 0; i--) {
        parts.add(below(4) == 0 ? new JsonObject() : new JsonObject().put("k", value()));
      }
      document.put("s", parts);
    } else if (below(3) == 0) {
      document.put("s", new JsonObject().put("k", value()));
    }
    if (random.nextBoolean()) {
      document.put("n", below(10));
    }
    return document.put("u", below(2000)).put("p", below(60));
  }

  JsonObject query() {
    JsonObject query = new JsonObject();
    switch (below(12)) {
      case 0 -> {}
      case 1 -> query.put("$or", alternatives());
      case 2 -> query.put("$or", alternatives()).put("a", demand("a"));
      case 3 -> query.put("$and", alternatives());
      case 4 -> query.put("a", value()).put("b", demand("b")).put("c", demand("c"));
      default -> {
        for (int i = 1 + below(2); i > 0; i--) {
          String field = field();
          query.put(field, demand(field));
        }
      }
    }
    return query;
  }

  private JsonArray alternatives() {
    JsonArray queries = new JsonArray();
    for (int i = 1 + below(3); i > 0; i--) {
      String field = field();
      queries.add(new JsonObject().put(field, demand(field)));
    }
    return queries;
  }

  String field() {
    return one(List.of("_id", "a", "a", "b", "b", "c", "t", "t", "s.k", "n", "u", "p"));
  }

  private Object demand(String field) {
    boolean array = field.equals("t") || field.equals("s.k");
    return switch (below(9)) {
      case 0 -> new JsonObject().put("$gte", bound());
      case 1 -> new JsonObject().put("$lt", bound());
      // In the library one element must match both ends, in MongoDB any two. Arrays are therefore
      // excluded.
      case 2 ->
          array
              ? new JsonObject().put("$gt", bound())
              : new JsonObject().put("$gt", below(4) - 2).put("$lte", below(6));
      case 3 -> new JsonObject().put("$in", new JsonArray().add(value()).add(value()).add(1));
      // Within arrays the library checks whether any element lacks the field, MongoDB whether all
      // do.
      case 4 ->
          field.equals("s.k") ? value() : new JsonObject().put("$exists", random.nextBoolean());
      case 5 -> new JsonObject().put("$ne", value());
      case 6 -> new JsonObject().put("$eq", value());
      default -> field.equals("_id") ? id() : field.equals("u") ? (Object) below(2000) : value();
    };
  }

  JsonObject sort() {
    JsonObject sort = new JsonObject();
    if (below(4) > 0) {
      for (int i = 1 + below(3); i > 0; i--) {
        sort.put(one(List.of("a", "b", "c", "t", "s.k", "n", "u")), random.nextBoolean() ? 1 : -1);
      }
    }
    return sort;
  }
}
