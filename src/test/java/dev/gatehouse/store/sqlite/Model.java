package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;

/** One collection as a list of documents, with MongoDB's rules in the simplest form. */
final class Model implements DocumentCommands {
  private final Map<String, JsonObject> documents = new LinkedHashMap<>();
  private final List<String> unique = new ArrayList<>();

  @Override
  public void insert(String collection, List<JsonObject> inserted) {
    for (JsonObject each : inserted) {
      if (documents.containsKey(each.getString("_id"))) {
        throw new DuplicateKeyException(each.getString("_id"));
      }
      put(each);
    }
  }

  private void put(JsonObject document) {
    String id = document.getString("_id");
    for (String field : unique) {
      boolean taken =
          documents.values().stream()
              .anyMatch(other ->
                  !other.getString("_id").equals(id)
                      && compare(other.getValue(field), document.getValue(field)) == 0);
      if (taken) {
        throw new DuplicateKeyException(field);
      }
    }
    documents.put(id, document.copy());
  }

  @Override
  public void replace(String collection, JsonObject document) {
    put(document);
  }

  @Override
  public Optional<JsonObject> findOne(String collection, JsonObject query) {
    return matching(query).stream().findFirst().map(JsonObject::copy);
  }

  private List<JsonObject> matching(JsonObject query) {
    return documents.values().stream().filter(each -> matches(each, query)).toList();
  }

  @Override
  public List<JsonObject> find(
      String collection, JsonObject query, JsonObject sort, int skip, int limit) {
    return matching(query).stream()
        .sorted(order(sort))
        .skip(skip)
        .limit(limit == 0 ? Long.MAX_VALUE : limit)
        .map(JsonObject::copy)
        .toList();
  }

  private static Comparator<JsonObject> order(JsonObject sort) {
    return (left, right) ->
        sort.stream()
            .mapToInt(field ->
                (Integer) field.getValue()
                    * compare(only(left, field.getKey()), only(right, field.getKey())))
            .filter(order -> order != 0)
            .findFirst()
            .orElse(0);
  }

  private static Object only(JsonObject document, String field) {
    List<Object> values = values(document, field);
    return values.isEmpty() ? null : values.getFirst();
  }

  @Override
  public long count(String collection, JsonObject query) {
    return matching(query).size();
  }

  @Override
  public Optional<JsonObject> update(
      String collection, JsonObject query, JsonObject update, boolean upsert) {
    Optional<JsonObject> found = matching(query).stream().findFirst();
    if (found.isEmpty() && !upsert) {
      return Optional.empty();
    }
    JsonObject seed = new JsonObject();
    query.stream()
        .filter(field -> !(field.getValue() instanceof JsonObject))
        .forEach(field -> seed.put(field.getKey(), field.getValue()));
    if (found.isEmpty() && documents.containsKey(seed.getString("_id"))) {
      throw new DuplicateKeyException(seed.getString("_id"));
    }
    JsonObject changed = changed(found.orElse(seed), update);
    put(changed);
    return Optional.of(changed);
  }

  private static JsonObject changed(JsonObject before, JsonObject update) {
    JsonObject after = before.copy();
    update.forEach(operator ->
        ((JsonObject) operator.getValue())
            .forEach(field -> change(after, operator.getKey(), field.getKey(), field.getValue())));
    return after;
  }

  private static void change(JsonObject document, String operator, String field, Object operand) {
    Object now = document.getValue(field);
    switch (operator) {
      case "$set" -> document.put(field, operand);
      case "$unset" -> document.remove(field);
      case "$inc" -> document.put(field, (now == null ? 0 : (Integer) now) + (Integer) operand);
      case "$push" ->
          document.put(
              field, (now == null ? new JsonArray() : ((JsonArray) now).copy()).add(operand));
      case "$pull" -> {
        JsonArray left = new JsonArray();
        if (now != null) {
          ((JsonArray) now).stream().filter(each -> compare(each, operand) != 0).forEach(left::add);
          document.put(field, left);
        }
      }
      default -> throw new IllegalArgumentException(operator);
    }
  }

  @Override
  public long updateAll(String collection, JsonObject query, JsonObject update) {
    List<JsonObject> matching = matching(query);
    matching.forEach(each -> put(changed(each, update)));
    return matching.size();
  }

  @Override
  public Optional<JsonObject> remove(String collection, JsonObject query) {
    Optional<JsonObject> found = matching(query).stream().findFirst();
    found.ifPresent(each -> documents.remove(each.getString("_id")));
    return found;
  }

  @Override
  public long removeAll(String collection, JsonObject query) {
    List<JsonObject> matching = matching(query);
    matching.forEach(each -> documents.remove(each.getString("_id")));
    return matching.size();
  }

  @Override
  public void index(String collection, JsonObject keys, IndexOptions options) {
    if (options.isUnique()) {
      unique.add(keys.fieldNames().iterator().next());
    }
  }

  @Override
  public List<String> collections() {
    return List.of();
  }

  @Override
  public void ping() {}

  static boolean matches(JsonObject document, JsonObject query) {
    return query.stream()
        .allMatch(part ->
            switch (part.getKey()) {
              case "$or" ->
                  ((JsonArray) part.getValue())
                      .stream().anyMatch(each -> matches(document, (JsonObject) each));
              case "$and" ->
                  ((JsonArray) part.getValue())
                      .stream().allMatch(each -> matches(document, (JsonObject) each));
              default -> field(document, part.getKey(), part.getValue());
            });
  }

  private static boolean field(JsonObject document, String field, Object demand) {
    if (demand instanceof JsonObject operators && !operators.containsKey("$date")) {
      return operators.stream()
          .allMatch(each -> operator(document, field, each.getKey(), each.getValue()));
    }
    return any(document, field, demand, order -> order == 0);
  }

  private static boolean operator(
      JsonObject document, String field, String operator, Object operand) {
    return switch (operator) {
      case "$ne" -> !any(document, field, operand, order -> order == 0);
      case "$gt" -> any(document, field, operand, order -> order > 0);
      case "$gte" -> any(document, field, operand, order -> order >= 0);
      case "$lt" -> any(document, field, operand, order -> order < 0);
      case "$lte" -> any(document, field, operand, order -> order <= 0);
      case "$in" ->
          ((JsonArray) operand)
              .stream().anyMatch(each -> any(document, field, each, order -> order == 0));
      case "$exists" -> document.containsKey(field) == (Boolean) operand;
      case "$not" -> !field(document, field, operand);
      case "$elemMatch" ->
          document.getValue(field) instanceof JsonArray list
              && list.stream().anyMatch(each -> matches((JsonObject) each, (JsonObject) operand));
      default -> throw new IllegalArgumentException(operator);
    };
  }

  private static boolean any(
      JsonObject document, String field, Object operand, IntPredicate wanted) {
    List<Object> values = values(document, field);
    if (operand == null) {
      boolean emptyList = document.getValue(field) instanceof JsonArray list && list.isEmpty();
      return (values.isEmpty() && !emptyList) || values.contains(null);
    }
    return values.stream()
        .filter(Objects::nonNull)
        .anyMatch(value -> wanted.test(compare(value, operand)));
  }

  private static List<Object> values(JsonObject document, String field) {
    int dot = field.indexOf('.');
    Object value = document.getValue(dot < 0 ? field : field.substring(0, dot));
    List<?> each = value instanceof JsonArray list ? list.getList() : Arrays.asList(value);
    if (dot < 0) {
      return new ArrayList<>(each);
    }
    return each.stream()
        .filter(JsonObject.class::isInstance)
        .flatMap(inner -> values((JsonObject) inner, field.substring(dot + 1)).stream())
        .toList();
  }

  static int compare(Object left, Object right) {
    if (left == null || right == null) {
      return Boolean.compare(left != null, right != null);
    }
    return switch (left) {
      case Number number ->
          new BigDecimal(number.toString()).compareTo(new BigDecimal(right.toString()));
      case Boolean flag -> flag.compareTo((Boolean) right);
      case JsonObject time -> instant(time).compareTo(instant((JsonObject) right));
      default ->
          Arrays.compare(
              left.toString().codePoints().toArray(), right.toString().codePoints().toArray());
    };
  }

  private static Instant instant(JsonObject time) {
    return Instant.parse(time.getString("$date"));
  }
}
