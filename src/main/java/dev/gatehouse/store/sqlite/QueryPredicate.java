package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Query as the planner sees it: conditions on fields that must all hold, and the alternatives of
 * {@code $or}. It also records whether only the matcher can evaluate other parts.
 */
final class QueryPredicate {
  private final Map<String, FieldBounds> fields = new HashMap<>();
  private final Map<String, List<Object>> operands = new HashMap<>();
  private final List<List<Document>> alternatives = new ArrayList<>();
  private boolean complete = true;

  static QueryPredicate of(Document query) {
    QueryPredicate conditions = new QueryPredicate();
    conditions.read(query);
    return conditions;
  }

  /** Returns the conditions on a field that an index can serve, or null. */
  FieldBounds field(String path) {
    return fields.get(path);
  }

  /** Returns all fields that the query names at its top level or within {@code $and}. */
  Collection<String> paths() {
    return operands.keySet();
  }

  /** Returns a field's operands in their original form. */
  List<Object> operands(String path) {
    return operands.getOrDefault(path, List.of());
  }

  List<List<Document>> alternatives() {
    return alternatives;
  }

  /** Returns whether the conditions on fields express the whole query. */
  boolean complete() {
    return complete;
  }

  private void read(Document query) {
    for (Map.Entry<String, Object> entry : query.entrySet()) {
      String key = entry.getKey();
      List<Document> parts = documents(entry.getValue());
      if (key.equals("$and") && parts != null) {
        parts.forEach(this::read);
      } else if (key.startsWith("$")) {
        complete = false;
        if (key.equals("$or") && parts != null) {
          alternatives.add(parts);
        }
      } else {
        operands.computeIfAbsent(key, path -> new ArrayList<>()).add(entry.getValue());
        field(key, entry.getValue());
      }
    }
  }

  private static List<Document> documents(Object value) {
    if (!(value instanceof Collection<?> list) || list.isEmpty()) {
      return null;
    }
    List<Document> result = new ArrayList<>();
    for (Object element : list) {
      if (!(element instanceof Document document)) {
        return null;
      }
      result.add(document);
    }
    return result;
  }

  private void field(String path, Object operand) {
    boolean operators =
        operand instanceof Document document
            && document.keySet().stream().anyMatch(key -> key.startsWith("$"));
    if (!operators) {
      points(path, List.of(new Operand(operand)));
      return;
    }
    for (Map.Entry<String, Object> entry : ((Document) operand).entrySet()) {
      operator(path, entry.getKey(), entry.getValue());
    }
  }

  /** Wrapper for operands, because {@link List#of} rejects null. */
  private record Operand(Object value) {}

  private void operator(String path, String operator, Object operand) {
    switch (operator) {
      case "$eq" -> points(path, List.of(new Operand(operand)));
      case "$in" -> {
        if (operand instanceof Collection<?> values) {
          points(path, values.stream().map(Operand::new).toList());
        } else {
          complete = false;
        }
      }
      case "$gt", "$gte", "$lt", "$lte" -> range(path, operator, operand);
      default -> complete = false;
    }
  }

  private void points(String path, List<Operand> values) {
    boolean usable =
        values.stream()
            .map(Operand::value)
            .allMatch(value ->
                KeyWriter.isPoint(value) && !BsonRegularExpression.isRegularExpression(value));
    if (!usable) {
      complete = false;
      return;
    }
    // Equal documents usually have equal bytes, except for some nested decimals, so the matcher
    // must check them.
    complete &= values.stream().noneMatch(value -> value.value() instanceof Document);
    List<Object> plain = new ArrayList<>();
    values.forEach(value -> plain.add(value.value()));
    condition(path).addPoints(plain);
  }

  private void range(String path, String operator, Object operand) {
    int tag = KeyWriter.bracket(operand);
    if (tag < 0) {
      complete = false;
      return;
    }
    Range type = Range.type(tag);
    Range point = Range.point(operand);
    Range range =
        switch (operator) {
          case "$gt" -> Range.of(point.high(), type.high());
          case "$gte" -> Range.of(point.low(), type.high());
          case "$lt" -> Range.of(type.low(), point.low());
          default -> Range.of(type.low(), point.high());
        };
    condition(path).add(List.of(range));
  }

  private FieldBounds condition(String path) {
    return fields.computeIfAbsent(path, key -> new FieldBounds());
  }
}
