package dev.gatehouse.store.sqlite;

import module java.base;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;

/**
 * Indexes of a collection on expressions of its documents. Their names contain their fields, such
 * as {@code products {"name":1,"_id":1}}.
 */
final class Indexes {
  private Indexes() {}

  /** Returns the fields of the existing indexes of a collection. */
  static List<JsonObject> of(Sql sql, String collection) {
    return sql.query(
        rows -> {
          List<JsonObject> found = new ArrayList<>();
          while (rows.next()) {
            String name = rows.getString(1);
            found.add(new JsonObject(name.substring(name.indexOf('{'))));
          }
          return found;
        },
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND name LIKE '%{%'",
        collection);
  }

  /**
   * Creates an index unless it exists. MongoDB counts a missing field as a value of unique indexes,
   * and SQLite does not, so a second index has the documents with missing fields.
   */
  static void create(Sql sql, String collection, JsonObject keys, IndexOptions options) {
    String name = " " + collection + " " + keys.encode();
    String on = " ON " + Sql.name(collection);
    sql.run(
        "CREATE %s INDEX IF NOT EXISTS %s%s (%s)"
            .formatted(
                options.isUnique() ? "UNIQUE" : "",
                Sql.name((options.isUnique() ? "unique" : "fields") + name),
                on,
                Condition.keys(keys)));
    if (options.isUnique()) {
      String values =
          keys.fieldNames().stream()
              .map(Condition::field)
              .map(field -> field + " IS NULL, ifnull(" + field + ", 0)")
              .collect(Collectors.joining(", "));
      sql.run(
          "CREATE UNIQUE INDEX IF NOT EXISTS %s%s (%s) WHERE %s"
              .formatted(Sql.name("missing" + name), on, values, isMissing(keys, options)));
    }
    Lists.add(sql, collection, java.util.Set.of());
  }

  private static String isMissing(JsonObject keys, IndexOptions options) {
    String missing =
        keys.fieldNames().stream()
            .map(field -> Condition.field(field) + " IS NULL")
            .collect(Collectors.joining(" OR ", "(", ")"));
    if (!options.isSparse()) {
      return missing;
    }
    String present =
        keys.fieldNames().stream()
            .map(field -> "json_type(doc, " + Condition.path(field) + ") IS NOT NULL")
            .collect(Collectors.joining(" OR ", "(", ")"));
    return missing + " AND " + present;
  }
}
