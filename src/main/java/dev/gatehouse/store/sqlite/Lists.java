package dev.gatehouse.store.sqlite;

import module java.base;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;

/**
 * The fields of each collection that are lists, because SQLite compares them in another way. A
 * field becomes one with the first document in which it is a list. The elements of indexed lists
 * are kept in a table by SQLite's triggers.
 *
 * @param paths the paths of lists, by collection
 * @param kept the paths whose elements are kept, by collection
 */
record Lists(Map<String, Set<String>> paths, Map<String, Set<String>> kept) {
  static final List<String> TABLES =
      List.of(
          "CREATE TABLE _lists (collection TEXT NOT NULL, path TEXT NOT NULL,"
              + " PRIMARY KEY (collection, path)) WITHOUT ROWID",
          "CREATE TABLE _elements (collection TEXT NOT NULL, path TEXT NOT NULL, value NOT NULL,"
              + " position INTEGER NOT NULL, PRIMARY KEY (collection, path, value, position))"
              + " WITHOUT ROWID");

  /** The lists of one collection. */
  record Of(String collection, Set<String> paths, Set<String> kept) {
    /** Returns the shortest path to a list on the way to a field, or null. */
    String on(String field) {
      if (paths.isEmpty()) {
        return null;
      }
      for (int dot = field.indexOf('.'); dot >= 0; dot = field.indexOf('.', dot + 1)) {
        if (paths.contains(field.substring(0, dot))) {
          return field.substring(0, dot);
        }
      }
      return paths.contains(field) ? field : null;
    }

    boolean areKept(String field) {
      return kept.contains(field);
    }

    boolean areKnown(Set<String> others) {
      return paths.containsAll(others);
    }
  }

  Of of(String collection) {
    return new Of(
        collection,
        paths.getOrDefault(collection, Set.of()),
        kept.getOrDefault(collection, Set.of()));
  }

  /** Reads the lists that a connection sees. */
  static Lists read(Sql sql) {
    Map<String, Set<String>> paths = new HashMap<>();
    Map<String, Set<String>> kept = new HashMap<>();
    sql.query(
        rows -> {
          while (rows.next()) {
            paths.computeIfAbsent(rows.getString(1), _ -> new HashSet<>()).add(rows.getString(2));
          }
          return paths;
        },
        "SELECT collection, path FROM _lists");
    sql.query(
        rows -> {
          while (rows.next()) {
            String[] name = rows.getString(2).split(" ", 3);
            kept.computeIfAbsent(rows.getString(1), _ -> new HashSet<>()).add(name[2]);
          }
          return kept;
        },
        "SELECT tbl_name, name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '_insert %'");
    return new Lists(paths, kept);
  }

  /** Returns the expression of a field in the element {@code e} of a list. */
  static String value(String list, String field) {
    String rest = list.isEmpty() ? field : field.substring(list.length());
    rest = rest.startsWith(".") ? rest.substring(1) : rest;
    return rest.isEmpty()
        ? "e.value"
        : "CASE WHEN e.type = 'object' THEN e.value ->> " + Condition.path(rest) + " END";
  }

  /** Stores that fields are lists, and keeps their elements if they are indexed. */
  static void add(Sql sql, String collection, Set<String> paths) {
    paths.forEach(path -> sql.run("INSERT OR IGNORE INTO _lists VALUES (?, ?)", collection, path));
    Of now = read(sql).of(collection);
    for (JsonObject keys : indexes(sql, collection)) {
      keys.fieldNames().stream()
          .filter(field -> now.on(field) != null && !now.areKept(field))
          .forEach(field -> keep(sql, collection, now.on(field), field));
    }
  }

  /** Keeps the elements of a field that an index names. */
  private static void keep(Sql sql, String collection, String list, String field) {
    String mine = "collection = %s AND path = %s".formatted(Sql.text(collection), Sql.text(field));
    String removed =
        "DELETE FROM _elements WHERE "
            + mine
            + " AND position = OLD.position AND value IN (SELECT "
            + values(list, field, "OLD.doc")
            + ")";
    String added = inserted(collection, list, field, "NEW.position", "NEW.doc", "");
    trigger(sql, collection, "insert", field, "INSERT", added);
    trigger(sql, collection, "update", field, "UPDATE", removed + "; " + added);
    trigger(sql, collection, "delete", field, "DELETE", removed);
    sql.run(
        inserted(collection, list, field, "d.position", "d.doc", Sql.name(collection) + " AS d, "));
  }

  private static String inserted(
      String collection, String list, String field, String position, String doc, String from) {
    String value = value(list, field);
    return "INSERT OR IGNORE INTO _elements SELECT %s, %s, %s, %s FROM %sjson_each(%s, %s) AS e WHERE %s IS NOT NULL"
        .formatted(
            Sql.text(collection),
            Sql.text(field),
            value,
            position,
            from,
            doc,
            Condition.path(list),
            value);
  }

  private static String values(String list, String field, String doc) {
    return "%s FROM json_each(%s, %s) AS e"
        .formatted(value(list, field), doc, Condition.path(list));
  }

  private static void trigger(
      Sql sql, String collection, String kind, String field, String event, String actions) {
    sql.run(
        "CREATE TRIGGER IF NOT EXISTS %s AFTER %s ON %s BEGIN %s; END"
            .formatted(
                Sql.name("_" + kind + " " + collection + " " + field),
                event,
                Sql.name(collection),
                actions));
  }

  /** Returns the fields of the existing indexes of a collection. */
  static List<JsonObject> indexes(Sql sql, String collection) {
    return sql.list(
        row -> {
          String name = row.getString(1);
          return new JsonObject(name.substring(name.indexOf('{')));
        },
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND name LIKE '%{%'",
        collection);
  }

  /**
   * Creates an index unless it exists. MongoDB counts a missing field as a value of unique indexes,
   * and SQLite does not, so a second index has the documents with missing fields.
   */
  static void createIndex(Sql sql, String collection, JsonObject keys, IndexOptions options) {
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
