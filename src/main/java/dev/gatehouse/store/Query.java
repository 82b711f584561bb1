package dev.gatehouse.store;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Collection;

/**
 * A query or a sort order that reads like a sentence: {@code
 * where("state").is("dead").and("due").before(now).json()}, {@code
 * by("createdAt").down().then("_id").down().json()}. Times are written as the stores want them.
 */
public final class Query {
  private final JsonObject json = new JsonObject();

  private Query() {}

  /** All documents. */
  public static JsonObject all() {
    return new JsonObject();
  }

  /** A query of all documents, to be narrowed. */
  public static Query query() {
    return new Query();
  }

  /** The document with an id. */
  public static JsonObject id(String id) {
    return where("_id").is(id).json();
  }

  /** Documents by a condition on a field. */
  public static Condition where(String field) {
    return new Query().and(field);
  }

  /** And by a condition on another field, or another condition on the same. */
  public Condition and(String field) {
    return new Condition(this, field);
  }

  public JsonObject json() {
    return json;
  }

  /** A condition on a field of a query; several bounds of one field are one condition. */
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

    /** One of some values. */
    public Query in(Collection<?> values) {
      JsonArray any = new JsonArray();
      values.forEach(value -> any.add(stored(value)));
      return bound("$in", any);
    }

    /** Greater than a value, or later. */
    public Query after(Object value) {
      return bound("$gt", stored(value));
    }

    /** A value and what is greater, or later. */
    public Query from(Object value) {
      return bound("$gte", stored(value));
    }

    /** Less than a value, or earlier. */
    public Query before(Object value) {
      return bound("$lt", stored(value));
    }

    /** A value and what is less, or earlier. */
    public Query until(Object value) {
      return bound("$lte", stored(value));
    }

    private Query bound(String operator, Object value) {
      JsonObject bounds = query.json.getJsonObject(field, new JsonObject());
      query.json.put(field, bounds.put(operator, value));
      return query;
    }
  }

  /** An order by a field, the least first unless it is turned. */
  public static Order by(String field) {
    return new Order().then(field);
  }

  /** An order of documents, or the fields of an index. */
  public static final class Order {
    private final JsonObject json = new JsonObject();
    private String last;

    private Order() {}

    /** And of equal ones by another field. */
    public Order then(String field) {
      last = field;
      json.put(field, 1);
      return this;
    }

    /** Turns the field that was named last: the greatest first. */
    public Order down() {
      json.put(last, -1);
      return this;
    }

    public JsonObject json() {
      return json;
    }
  }

  private static Object stored(Object value) {
    return value instanceof Instant time ? Bson.time(time) : value;
  }
}
