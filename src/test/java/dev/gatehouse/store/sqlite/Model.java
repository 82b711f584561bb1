package dev.gatehouse.store.sqlite;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** A collection as a list of documents and a map of unique indexes. It is slow but simple. */
final class Model {
  private final List<JsonObject> documents = new ArrayList<>();
  private final Map<String, Unique> unique = new LinkedHashMap<>();

  /** A unique index: its fields and the filter of a partial index, empty for all documents. */
  record Unique(List<String> fields, JsonObject filter) {}

  /** Thrown for a change that MongoDB rejects. */
  static final class Refused extends RuntimeException {
    final boolean duplicate;

    Refused(boolean duplicate) {
      super(duplicate ? "duplicate key" : "not applicable");
      this.duplicate = duplicate;
    }
  }

  Model() {
    unique.put("_id_", new Unique(List.of("_id"), new JsonObject()));
  }

  void addUnique(String name, Unique index) {
    List<JsonObject> before = new ArrayList<>();
    for (JsonObject document : documents) {
      check(index, before, document);
      before.add(document);
    }
    unique.put(name, index);
  }

  List<JsonObject> find(JsonObject query, JsonObject sort) {
    return documents.stream()
        .filter(document -> ModelMatcher.matches(document, query))
        .sorted(ModelOrder.by(sort))
        .toList();
  }

  void insert(JsonObject document) {
    checkAll(documents, document);
    documents.add(document.copy());
  }

  /** Changes the first match in the given order, or all matches. Returns the number of matches. */
  int update(JsonObject query, JsonObject sort, JsonObject change, boolean all) {
    List<JsonObject> matches = find(query, sort);
    List<JsonObject> chosen = all ? matches : matches.stream().limit(1).toList();
    for (JsonObject old : chosen) {
      JsonObject changed = apply(old, change);
      List<JsonObject> others = new ArrayList<>(documents);
      others.removeIf(other -> other.getValue("_id").equals(old.getValue("_id")));
      checkAll(others, changed);
      documents.set(documents.indexOf(old), changed);
    }
    return chosen.size();
  }

  int delete(JsonObject query) {
    List<JsonObject> matches = find(query, new JsonObject());
    documents.removeAll(matches);
    return matches.size();
  }

  private void checkAll(List<JsonObject> others, JsonObject document) {
    unique.values().forEach(index -> check(index, others, document));
  }

  private static void check(Unique index, List<JsonObject> others, JsonObject document) {
    if (!ModelMatcher.matches(document, index.filter())) {
      return;
    }
    for (JsonObject other : others) {
      boolean same =
          ModelMatcher.matches(other, index.filter())
              && index.fields().stream().allMatch(field -> overlaps(other, document, field));
      if (same) {
        throw new Refused(true);
      }
    }
  }

  /** Two empty arrays have the same key. Otherwise one common element is sufficient. */
  private static boolean overlaps(JsonObject left, JsonObject right, String field) {
    List<Object> one = ModelMatcher.elements(left, field);
    List<Object> two = ModelMatcher.elements(right, field);
    return (one.isEmpty() && two.isEmpty())
        || one.stream().anyMatch(a -> two.stream().anyMatch(b -> ModelOrder.compare(a, b) == 0));
  }

  /** Returns the document after an update with operators or a replacement. */
  static JsonObject apply(JsonObject old, JsonObject change) {
    JsonObject changed = old.copy();
    if (change.fieldNames().stream().noneMatch(name -> name.startsWith("$"))) {
      return new JsonObject().put("_id", old.getValue("_id")).mergeIn(change.copy());
    }
    for (Map.Entry<String, Object> operator : change) {
      for (Map.Entry<String, Object> field : (JsonObject) operator.getValue()) {
        apply(changed, operator.getKey(), field.getKey(), field.getValue());
      }
    }
    return changed;
  }

  private static void apply(JsonObject document, String operator, String field, Object operand) {
    Object now = document.getValue(field);
    boolean absent = !document.containsKey(field);
    switch (operator) {
      case "$set" -> document.put(field, operand);
      case "$unset" -> document.remove(field);
      case "$inc" -> document.put(field, (absent ? 0 : (Integer) now) + (Integer) operand);
      case "$push" -> {
        if (!absent && !(now instanceof JsonArray)) {
          throw new Refused(false);
        }
        document.put(field, (absent ? new JsonArray() : ((JsonArray) now).copy()).add(operand));
      }
      case "$pull" -> {
        if (!absent && !(now instanceof JsonArray)) {
          throw new Refused(false);
        }
        if (!absent) {
          JsonArray left = new JsonArray();
          ((JsonArray) now)
              .stream().filter(each -> ModelOrder.compare(each, operand) != 0).forEach(left::add);
          document.put(field, left);
        }
      }
      default -> throw new IllegalArgumentException(operator);
    }
  }
}
