package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Use of one index for one query. */
final class IndexChoice {
  private static final int MAX_RANGES = 50_000;

  private final OrderedIndex index;
  private final List<IndexField> fields;
  private final QueryPredicate conditions;
  private final Set<String> settled = new HashSet<>();
  private final Set<String> single = new HashSet<>();

  /**
   * Fields that the query restricts to one value and that contain no arrays. An array sorts by its
   * least element instead.
   */
  private final Set<String> scalars = new HashSet<>();

  private List<byte[]> prefixes = List.of(new byte[0]);
  private List<Range> ranges;
  private int bound;
  private int boundArrays;
  private int leading;

  IndexChoice(OrderedIndex index, QueryPredicate conditions) {
    this.index = index;
    this.fields = index.definition().fields();
    this.conditions = conditions;
    bind();
  }

  /** Returns the plan, or null if the index is not useful. */
  Plan plan(Document orderBy) {
    if (!complete()) {
      return null;
    }
    boolean repeats = !arraysAreSingle();
    Boolean direction = repeats ? null : direction(orderBy);
    boolean ordered = orderBy == null || orderBy.isEmpty();
    if (bound == 0 && (ordered || direction == null)) {
      return null;
    }
    boolean exact =
        index.arrayFields() == 0
            && conditions.complete()
            && settled.containsAll(conditions.paths());
    return new Plan(
        index,
        ranges,
        List.of(),
        new Plan.Yield(
            Boolean.TRUE.equals(direction), ordered || direction != null, exact, repeats));
  }

  private void bind() {
    for (int i = 0; i < fields.size() && ranges == null; i++) {
      IndexField field = fields.get(i);
      FieldBounds condition = conditions.field(field.path());
      boolean array = isArray(i);
      if (condition == null || !field.plannable() || (array && boundArrays > 0)) {
        break;
      }
      List<Range> wanted = directed(condition.ranges(array), field.ascending());
      if (prefixes.size() * (long) wanted.size() > MAX_RANGES) {
        break;
      }
      bound++;
      if (array) {
        boundArrays++;
      }
      settled.add(field.path());
      if (!FieldBounds.arePoints(wanted)) {
        ranges = prefixes.stream().flatMap(p -> wanted.stream().map(r -> r.within(p))).toList();
      } else {
        if (wanted.size() == 1 && leading == i) {
          leading++;
          single.add(field.path());
          if (!array) {
            scalars.add(field.path());
          }
        }
        prefixes =
            prefixes.stream()
                .flatMap(p -> wanted.stream().map(r -> Range.concat(p, r.point())))
                .toList();
      }
    }
    if (ranges == null) {
      ranges = bound == 0 ? List.of(Range.ALL) : prefixes.stream().map(IndexChoice::below).toList();
    }
  }

  private static Range below(byte[] prefix) {
    return Range.of(Range.before(prefix), Range.after(prefix));
  }

  private static List<Range> directed(List<Range> ranges, boolean ascending) {
    return ascending ? ranges : ranges.reversed().stream().map(Range::descending).toList();
  }

  private boolean isArray(int field) {
    return (index.arrayFields() >> field & 1) == 1;
  }

  /**
   * Returns whether the query restricts every field with arrays to one value, so that each document
   * occurs once.
   */
  private boolean arraysAreSingle() {
    for (int i = 0; i < fields.size(); i++) {
      if (isArray(i) && !single.contains(fields.get(i).path())) {
        return false;
      }
    }
    return true;
  }

  /** Returns false for forwards, true for backwards, or null if the index has another order. */
  private Boolean direction(Document orderBy) {
    if (orderBy == null || orderBy.isEmpty()) {
      return null;
    }
    Boolean backwards = null;
    int at = leading;
    for (Map.Entry<String, Object> sort : orderBy.entrySet()) {
      if (scalars.contains(sort.getKey())) {
        continue;
      }
      if (at == fields.size() || !fields.get(at).path().equals(sort.getKey())) {
        return null;
      }
      boolean ascending = SortOrder.isAscending(sort.getValue());
      boolean against = ascending != fields.get(at).ascending();
      if ((backwards != null && backwards != against) || !fields.get(at).plannable()) {
        return null;
      }
      backwards = against;
      at++;
    }
    return backwards != null && backwards;
  }

  /** Returns whether the index contains every document that can match the query. */
  private boolean complete() {
    IndexDefinition definition = index.definition();
    if (definition.sparse()) {
      FieldBounds first = bound == 0 ? null : conditions.field(fields.getFirst().path());
      if (first == null || first.admitsNull()) {
        return false;
      }
    }
    return definition.filter() == null || implies(definition.filter());
  }

  private boolean implies(Document filter) {
    for (Map.Entry<String, Object> entry : filter.entrySet()) {
      if (entry.getKey().equals("$and")) {
        for (Object part : (List<?>) entry.getValue()) {
          if (!implies((Document) part)) {
            return false;
          }
        }
      } else if (!implies(entry.getKey(), entry.getValue())) {
        return false;
      }
    }
    return true;
  }

  private boolean implies(String path, Object demand) {
    List<Object> operands = conditions.operands(path);
    if (operands.stream().anyMatch(operand -> Objects.equals(operand, demand))) {
      if (operands.size() == 1) {
        settled.add(path);
      }
      return true;
    }
    return operands.stream().anyMatch(operand -> satisfies(path, operand, demand));
  }

  /** Returns whether a document with this exact value in the field matches the index's filter. */
  private static boolean satisfies(String path, Object operand, Object demand) {
    if (KeyWriter.bracket(operand) < 0) {
      return demand instanceof Document wanted
          && wanted.equals(new Document("$exists", true))
          && operand instanceof Document asked
          && asked.entrySet().stream().anyMatch(IndexChoice::isRange);
    }
    Document example = new Document();
    Utils.changeSubdocumentValue(example, path, operand);
    return new DefaultQueryMatcher().matches(example, new Document(path, demand));
  }

  private static boolean isRange(Map.Entry<String, Object> operator) {
    return List.of("$gt", "$gte", "$lt", "$lte").contains(operator.getKey())
        && KeyWriter.bracket(operator.getValue()) >= 0;
  }

  static List<IndexChoice> all(List<OrderedIndex> indexes, QueryPredicate conditions) {
    List<IndexChoice> choices = new ArrayList<>();
    for (OrderedIndex index : indexes) {
      choices.add(new IndexChoice(index, conditions));
    }
    return choices;
  }
}
