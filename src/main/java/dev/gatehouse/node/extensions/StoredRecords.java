package dev.gatehouse.node.extensions;

import module java.base;

import dev.gatehouse.area.extension.RecordFilter;
import dev.gatehouse.area.extension.RecordStore;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.TrustedClock;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;

/** Records of an extension in the node's documents. */
record StoredRecords<T extends Record>(DocumentCollection<T> documents, TrustedClock clock)
    implements RecordStore<T> {
  private static final int MAX_LIMIT = 1_000;
  private static final String ID = "_id";

  @Override
  public boolean insert(T record) {
    try {
      documents.insert(record);
      return true;
    } catch (DuplicateKeyException exists) {
      return false;
    }
  }

  @Override
  public Optional<T> find(String id) {
    return documents.find(id);
  }

  @Override
  public List<T> list(RecordFilter filter, List<Order> order, int skip, int limit) {
    if (limit < 1 || limit > MAX_LIMIT || skip < 0) {
      throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT + ", skip not negative");
    }
    return documents.find(query(filter), keys(order.toArray(Order[]::new)).put(ID, 1), skip, limit);
  }

  @Override
  public long count(RecordFilter filter) {
    return documents.count(query(filter));
  }

  @Override
  public Optional<T> update(String id, RecordFilter when, Map<String, ?> fields) {
    JsonObject set = new JsonObject();
    fields.forEach((name, value) -> {
      if (name.equals("id") || name.equals(ID)) {
        throw new IllegalArgumentException("the id of a record cannot be changed");
      }
      set.put(name, Query.stored(value));
    });
    return documents.update(query(when).put(ID, id), new JsonObject().put("$set", set));
  }

  @Override
  public boolean delete(String id) {
    return documents.delete(Query.id(id)) > 0;
  }

  @Override
  public long deleteAll(RecordFilter filter) {
    return documents.delete(equalities(filter).json());
  }

  @Override
  public long expire(String field, Duration age, RecordFilter filter) {
    return clock
        .olderThan(age)
        .map(reached -> documents.delete(equalities(filter).and(field).olderThan(reached).json()))
        .orElse(0L);
  }

  private static Query equalities(RecordFilter filter) {
    Query query = Query.query();
    for (RecordFilter.Condition condition : filter.conditions()) {
      if (condition.comparison() != RecordFilter.Comparison.EQUAL) {
        throw new IllegalArgumentException("records are deleted by equalities and by expire");
      }
      query.and(name(condition)).is(condition.value());
    }
    return query;
  }

  private static String name(RecordFilter.Condition condition) {
    return condition.field().equals("id") ? ID : condition.field();
  }

  @Override
  public void index(Order... fields) {
    documents.index(keys(fields).put(ID, 1), new IndexOptions());
  }

  @Override
  public void uniqueIndex(String field) {
    documents.index(new JsonObject().put(field, 1), new IndexOptions().unique(true));
  }

  private static JsonObject keys(Order... fields) {
    JsonObject keys = new JsonObject();
    for (Order field : fields) {
      keys.put(field.field(), field.descending() ? -1 : 1);
    }
    return keys;
  }

  private static JsonObject query(RecordFilter filter) {
    Query query = Query.query();
    for (RecordFilter.Condition condition : filter.conditions()) {
      Query.Condition field = query.and(name(condition));
      query =
          switch (condition.comparison()) {
            case EQUAL -> field.is(condition.value());
            case BEFORE -> field.before(condition.value());
            case FROM -> field.from(condition.value());
          };
    }
    return query.json();
  }
}
