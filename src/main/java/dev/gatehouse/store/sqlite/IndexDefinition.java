package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Index as defined by {@code createIndexes}.
 *
 * @param filter the partialFilterExpression, or null
 * @param description the original definition, for {@code listIndexes}
 */
record IndexDefinition(
    String name,
    List<IndexField> fields,
    boolean unique,
    boolean sparse,
    Document filter,
    Document description) {
  static final String ID = "_id_";

  private static final int CANNOT_CREATE_INDEX = 67;
  private static final Set<String> FILTER_OPERATORS =
      Set.of("$eq", "$gt", "$gte", "$lt", "$lte", "$type", "$exists", "$and");

  static IndexDefinition primary() {
    return of(new Document("key", new Document("_id", 1)).append("name", ID));
  }

  /**
   * Parses a definition.
   *
   * @throws MongoServerError 67 for a kind of index that this store does not support
   */
  static IndexDefinition of(Document given) {
    Document description = new Document("v", 2);
    given.forEach((key, value) -> description.putIfAbsent(key, value));
    description.remove("ns");
    if (!(given.get("key") instanceof Document key) || key.isEmpty()) {
      throw refused("an index needs a key");
    }
    List<IndexField> fields = new ArrayList<>();
    for (Map.Entry<String, Object> entry : key.entrySet()) {
      if (!(entry.getValue() instanceof Number direction)) {
        throw refused(
            "only ascending and descending indexes are supported, not " + entry.getValue());
      }
      fields.add(new IndexField(entry.getKey(), direction.doubleValue() > 0));
    }
    if (given.get("collation") != null) {
      throw refused("collations are not supported");
    }
    String name = (String) given.get("name");
    Document filter = (Document) given.get("partialFilterExpression");
    if (filter != null) {
      checkFilter(filter);
    }
    boolean primary = ID.equals(name);
    return new IndexDefinition(
        name,
        List.copyOf(fields),
        primary || Utils.isTrue(given.get("unique")),
        Utils.isTrue(given.get("sparse")),
        filter,
        description);
  }

  private static void checkFilter(Document filter) {
    for (Map.Entry<String, Object> entry : filter.entrySet()) {
      if ((entry.getKey().startsWith("$") && !FILTER_OPERATORS.contains(entry.getKey()))
          || (entry.getKey().equals("$exists") && !Utils.isTrue(entry.getValue()))) {
        throw refused("a partialFilterExpression can't have " + entry.getKey());
      }
      if (entry.getValue() instanceof Document inner) {
        checkFilter(inner);
      } else if (entry.getKey().equals("$and") && entry.getValue() instanceof List<?> parts) {
        parts.forEach(part -> checkFilter((Document) part));
      }
    }
  }

  private static MongoServerError refused(String message) {
    return new MongoServerError(CANNOT_CREATE_INDEX, "CannotCreateIndex", message);
  }

  /** Returns whether both definitions produce the same entries under the same rules. */
  boolean sameAs(IndexDefinition other) {
    return fields.equals(other.fields)
        && unique == other.unique
        && sparse == other.sparse
        && Objects.equals(filter, other.filter);
  }
}
