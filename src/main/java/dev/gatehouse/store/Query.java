package dev.gatehouse.store;

import module java.base;

import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;

/**
 * Builder for readable queries and sort orders: {@code
 * where("state").is("dead").and("due").before(now).json()}, {@code
 * by("createdAt").down().then("_id").down().json()}. Times are written in the stores' format.
 */
public final class Query {
  /** Follows all other characters in the order of texts. */
  private static final String LAST_CHARACTER = Character.toString(Character.MAX_CODE_POINT);

  private final JsonObject json = new JsonObject();

  private Query() {}

  /** Returns a query for all documents. */
  public static JsonObject all() {
    return new JsonObject();
  }

  /** Returns a query for one version of a document, which matches until the next change. */
  public static JsonObject version(String id, long version) {
    return where("_id").is(id).and("version").is(version).json();
  }

  /** Starts a query for all documents, to which conditions can be added. */
  public static Query query() {
    return new Query();
  }

  public static JsonObject id(String id) {
    return where("_id").is(id).json();
  }

  /** Returns a change that sets fields: their names and values alternate. */
  public static JsonObject set(Object... fields) {
    JsonObject values = new JsonObject();
    for (int i = 0; i < fields.length; i += 2) {
      values.put((String) fields[i], stored(fields[i + 1]));
    }
    return new JsonObject().put("$set", values);
  }

  /** Returns a condition for a value, or none if the value is null. */
  public static Query optional(String field, Object value) {
    return value == null ? query() : where(field).is(value);
  }

  public static Condition where(String field) {
    return new Query().and(field);
  }

  /** Adds a condition on another field, or another condition on the same field. */
  public Condition and(String field) {
    return new Condition(this, field);
  }

  public JsonObject json() {
    return json;
  }

  /** Condition on a field of a query. Several bounds of one field are combined. */
  public static final class Condition {
    private final Query query;
    private final String field;

    private Condition(Query query, String field) {
      this.query = query;
      this.field = field;
    }

    public Query is(Object value) {
      query.json.put(field, stored(value));
      return query;
    }

    /** Matches any of the given values. */
    public Query in(Collection<?> values) {
      JsonArray any = new JsonArray();
      values.forEach(value -> any.add(stored(value)));
      return bound("$in", any);
    }

    /** Matches greater or later values. */
    public Query after(Object value) {
      return bound("$gt", stored(value));
    }

    /** Matches the value and greater or later values. */
    public Query from(Object value) {
      return bound("$gte", stored(value));
    }

    /** Matches smaller or earlier values. */
    public Query before(Object value) {
      return bound("$lt", stored(value));
    }

    /** Matches the value and smaller or earlier values. */
    public Query until(Object value) {
      return bound("$lte", stored(value));
    }

    /** Matches texts that begin with the given one. */
    public Query startsWith(String start) {
      return from(start).and(field).before(start + LAST_CHARACTER);
    }

    /** Matches times at which data has certainly reached an age. */
    public Query olderThan(Age age) {
      return bound("$lt", stored(age.before()));
    }

    /**
     * Matches dates in UTC, such as {@code 2026-12-24}, whose data has certainly reached an age.
     */
    public Query dateOlderThan(Age age) {
      return bound("$lt", LocalDate.ofInstant(age.before(), ZoneOffset.UTC).toString());
    }

    private Query bound(String operator, Object value) {
      JsonObject bounds = query.json.getJsonObject(field, new JsonObject());
      query.json.put(field, bounds.put(operator, value));
      return query;
    }
  }

  /** Starts an ascending order by a field. */
  public static Order by(String field) {
    return new Order().then(field);
  }

  /** Order of documents, or the fields of an index. */
  public static final class Order {
    private final JsonObject json = new JsonObject();
    private final IndexOptions options = new IndexOptions();
    private String last;

    private Order() {}

    /** Adds a field that orders equal documents. */
    public Order then(String field) {
      last = field;
      json.put(field, 1);
      return this;
    }

    /** Makes the last added field descending. */
    public Order down() {
      json.put(last, -1);
      return this;
    }

    /** Makes an index of these fields reject a second document with the same values. */
    public Order unique() {
      options.unique(true);
      return this;
    }

    /** Makes an index of these fields leave out documents without them. */
    public Order sparse() {
      options.sparse(true);
      return this;
    }

    IndexOptions options() {
      return options;
    }

    /** Returns the opposite order, for which the same index serves. */
    public Order reversed() {
      Order reversed = new Order();
      json.forEach(field -> reversed.json.put(field.getKey(), -(Integer) field.getValue()));
      return reversed;
    }

    public Order reversedIf(boolean opposite) {
      return opposite ? reversed() : this;
    }

    public JsonObject json() {
      return json;
    }
  }

  public static Object stored(Object value) {
    return value instanceof Instant time ? Bson.time(time) : value;
  }
}
