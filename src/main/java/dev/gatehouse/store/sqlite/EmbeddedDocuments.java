package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.RawDocuments;
import dev.gatehouse.store.StoredJson;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.bson.types.ObjectId;

/**
 * Documents in a store's file: a table for each collection, with a row for each document. It has
 * the document's id, its fields as JSONB and the CRC-32C of their text, which is checked on each
 * read.
 */
final class EmbeddedDocuments implements DocumentCommands, RawDocuments {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");

  /** Number of documents that a long command changes in one transaction. */
  private static final int SLICE = 500;

  private final Readers readers;
  private final Optional<Writer> writer;
  private final LongAdder reads;
  private final LongConsumer durations;
  private final Map<String, String> tables = new ConcurrentHashMap<>();
  private volatile Lists lists;

  /** A document and its row. */
  private record Row(long position, JsonObject document) {}

  /**
   * @param writer empty if the documents are only read, while another process may change them
   * @param reads counts the documents read
   * @param durations receives the nanoseconds of each command
   */
  EmbeddedDocuments(
      Readers readers, Optional<Writer> writer, LongAdder reads, LongConsumer durations) {
    this.readers = readers;
    this.writer = writer;
    this.reads = reads;
    this.durations = durations;
    refresh();
  }

  private void refresh() {
    collections().forEach(name -> tables.put(name.toLowerCase(Locale.ROOT), name));
    lists = readers.run(Lists::read);
  }

  @Override
  public void insert(String collection, List<JsonObject> documents) {
    List<Encoded> encoded = documents.stream().map(EmbeddedDocuments::encoded).toList();
    for (int at = 0; at < encoded.size(); at += SLICE) {
      List<Encoded> slice = encoded.subList(at, Math.min(at + SLICE, encoded.size()));
      write(
          collection,
          sql -> {
            slice.forEach(each -> insert(sql, collection, each));
            return slice.size();
          });
    }
  }

  private record Encoded(Object id, StoredJson.Encoded json) {
    long sum() {
      return EmbeddedDocuments.sum(id, json.text());
    }
  }

  /** A missing id becomes a text, like in the Mongo client. */
  private static Encoded encoded(JsonObject document) {
    Object id = document.getValue("_id");
    if (id == null) {
      id = new ObjectId().toHexString();
    }
    return new Encoded(Condition.id(id), StoredJson.encode(document));
  }

  private void insert(Sql sql, String collection, Encoded document) {
    note(sql, collection, document.json());
    sql.run(
        "INSERT INTO %s (id, sum, doc) VALUES (?, ?, jsonb(CAST(? AS TEXT)))"
            .formatted(Sql.name(collection)),
        document.id(),
        document.sum(),
        document.json().text());
  }

  /** Changes the row of a document; returns the number of changed rows. */
  private int change(Sql sql, String collection, Encoded document) {
    note(sql, collection, document.json());
    return sql.change(
        "UPDATE %s SET sum = ?, doc = jsonb(CAST(? AS TEXT)) WHERE id = ?"
            .formatted(Sql.name(collection)),
        document.sum(),
        document.json().text(),
        document.id());
  }

  private void note(Sql sql, String collection, StoredJson.Encoded json) {
    if (!json.lists().isEmpty() && !lists.of(collection).areKnown(json.lists())) {
      Lists.add(sql, collection, json.lists());
      Lists now = Lists.read(sql);
      owner().afterCommit(() -> lists = now);
    }
  }

  private static long sum(Object id, byte[] json) {
    CRC32C crc = new CRC32C();
    crc.update(
        switch (id) {
          case byte[] bytes -> bytes;
          default -> id.toString().getBytes(StandardCharsets.UTF_8);
        });
    crc.update(json);
    return crc.getValue();
  }

  @Override
  public void replace(String collection, JsonObject document) {
    Encoded next = encoded(document);
    write(
        collection,
        sql -> {
          int changed = change(sql, collection, next);
          if (changed == 0) {
            insert(sql, collection, next);
          }
          return changed;
        });
  }

  @Override
  public Optional<JsonObject> findOne(String collection, JsonObject query) {
    boolean short_ = query.size() == 1 && query.getValue("_id") instanceof String;
    return read(
        collection, Optional.<JsonObject>empty(), short_, sql -> first(sql, collection, query));
  }

  private Optional<JsonObject> first(Sql sql, String collection, JsonObject query) {
    return row(sql, collection, query).map(Row::document);
  }

  private Optional<Row> row(Sql sql, String collection, JsonObject query) {
    Condition condition = Condition.of(query, lists.of(collection));
    Optional<Row> found = rows(sql, collection, condition, "", 1, 0).stream().findFirst();
    if (query.getValue("_id") instanceof String id
        && found.filter(row -> !id.equals(row.document().getValue("_id"))).isPresent()) {
      throw new StoreFailure(
          "the document store %s is damaged: the index of %s leads from %s to another document"
              .formatted(sql.file(), collection, id));
    }
    return found;
  }

  @Override
  public List<JsonObject> find(
      String collection, JsonObject query, JsonObject sort, int skip, int limit) {
    return read(
        collection,
        List.<JsonObject>of(),
        false,
        sql -> {
          Condition condition = Condition.of(query, lists.of(collection));
          return rows(sql, collection, condition, Condition.order(sort), limit, skip).stream()
              .map(Row::document)
              .toList();
        });
  }

  /** Reads rows. Those before the page are skipped in an index, without their documents. */
  private List<Row> rows(
      Sql sql, String collection, Condition condition, String order, int limit, int skip) {
    String from = " FROM " + Sql.name(collection) + " WHERE ";
    List<Object> values = new ArrayList<>(condition.values());
    String page = condition.sql() + order;
    if (limit > 0 || skip > 0) {
      page += " LIMIT ? OFFSET ?";
      values.add(limit == 0 ? -1L : (long) limit);
      values.add((long) skip);
    }
    if (skip > 0) {
      page = "position IN (SELECT position" + from + page + ")" + order;
    }
    List<Row> found =
        sql.list(
            row -> row(sql, collection, row),
            "SELECT position, id, sum, json(doc)" + from + page,
            values.toArray());
    reads.add(found.size());
    return found;
  }

  private static Row row(Sql sql, String collection, ResultSet rows) throws SQLException {
    Object id = rows.getObject(2);
    byte[] json = rows.getBytes(4);
    boolean sound =
        json != null
            && sum(id instanceof Integer number ? (Object) number.longValue() : id, json)
                == rows.getLong(3);
    if (!sound) {
      throw damaged(sql, collection, id);
    }
    try {
      JsonObject document = StoredJson.decode(json);
      return new Row(
          rows.getLong(1),
          document.put(
              "_id",
              id instanceof byte[] bytes
                  ? new JsonObject().put("$oid", HexFormat.of().formatHex(bytes))
                  : id));
    } catch (UncheckedIOException e) {
      throw damaged(sql, collection, id);
    }
  }

  private static StoreFailure damaged(Sql sql, String collection, Object id) {
    Object name = id instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : id;
    return new StoreFailure(
        "the document store %s is damaged: document %s of %s differs from its checksum"
            .formatted(sql.file(), name, collection));
  }

  @Override
  public long count(String collection, JsonObject query) {
    return read(
        collection,
        0L,
        false,
        sql -> count(sql, collection, Condition.of(query, lists.of(collection))));
  }

  private static long count(Sql sql, String collection, Condition condition) {
    return sql.query(
        rows -> rows.getLong(1),
        "SELECT count(*) FROM " + Sql.name(collection) + " WHERE " + condition.sql(),
        condition.values().toArray());
  }

  @Override
  public Optional<JsonObject> update(
      String collection, JsonObject query, JsonObject update, boolean upsert) {
    Change change = new Change(update);
    return write(
        collection,
        sql -> {
          Optional<Row> found = row(sql, collection, query);
          if (found.isPresent()) {
            return found.map(row -> changed(sql, collection, row, change));
          }
          if (!upsert) {
            return Optional.empty();
          }
          JsonObject document = change.applied(Change.seed(query), true);
          Encoded encoded = encoded(document);
          insert(sql, collection, encoded);
          return Optional.of(document.put("_id", encoded.id()));
        });
  }

  private JsonObject changed(Sql sql, String collection, Row row, Change change) {
    Object id = row.document().getValue("_id");
    JsonObject after = change.applied(row.document(), false).put("_id", id);
    change(sql, collection, encoded(after));
    return after;
  }

  @Override
  public long updateAll(String collection, JsonObject query, JsonObject update) {
    Change change = new Change(update);
    long updated = 0;
    long last = -1;
    while (true) {
      long after = last;
      List<Row> slice =
          write(collection, sql -> changedSlice(sql, collection, query, change, after));
      updated += slice.size();
      if (slice.size() < SLICE) {
        return updated;
      }
      last = slice.getLast().position();
    }
  }

  private List<Row> changedSlice(
      Sql sql, String collection, JsonObject query, Change change, long after) {
    Condition condition = Condition.of(query, lists.of(collection));
    List<Object> values = new ArrayList<>(condition.values());
    values.add(after);
    Condition later = new Condition("(" + condition.sql() + ") AND position > ?", values);
    List<Row> rows = rows(sql, collection, later, " ORDER BY position", SLICE, 0);
    rows.forEach(row -> changed(sql, collection, row, change));
    return rows;
  }

  @Override
  public Optional<JsonObject> remove(String collection, JsonObject query) {
    return write(
        collection,
        sql -> {
          Optional<Row> found = row(sql, collection, query);
          found.ifPresent(row ->
              sql.run(
                  "DELETE FROM " + Sql.name(collection) + " WHERE position = ?", row.position()));
          return found.map(Row::document);
        });
  }

  @Override
  public long removeAll(String collection, JsonObject query) {
    if (!isKnown(collection)) {
      return 0;
    }
    long removed = 0;
    int slice;
    do {
      slice = write(collection, sql -> removedSlice(sql, collection, query));
      removed += slice;
    } while (slice == SLICE);
    return removed;
  }

  private int removedSlice(Sql sql, String collection, JsonObject query) {
    Condition condition = Condition.of(query, lists.of(collection));
    String table = Sql.name(collection);
    return sql.change(
        "DELETE FROM %1$s WHERE position IN (SELECT position FROM %1$s WHERE %2$s LIMIT %3$s)"
            .formatted(table, condition.sql(), SLICE),
        condition.values().toArray());
  }

  @Override
  public void index(String collection, JsonObject keys, IndexOptions options) {
    write(
        collection,
        sql -> {
          Lists.createIndex(sql, collection, keys, options);
          Lists now = Lists.read(sql);
          owner().afterCommit(() -> lists = now);
          return true;
        });
  }

  @Override
  public List<String> collections() {
    return readers.run(EmbeddedDocuments::collections);
  }

  private static List<String> collections(Sql sql) {
    return sql.list(
        row -> row.getString(1),
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'"
            + " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name");
  }

  @Override
  public void ping() {
    readers.run(sql -> sql.pragma("user_version"));
  }

  /** Passes all documents of a collection in batches, each on a snapshot. */
  @Override
  public void each(String collection, Consumer<List<JsonObject>> reader) {
    long last = -1;
    List<Row> rows;
    do {
      Condition later = new Condition("position > ?", List.of(last));
      rows =
          read(
              collection,
              List.<Row>of(),
              false,
              sql -> rows(sql, collection, later, " ORDER BY position", SLICE, 0));
      if (!rows.isEmpty()) {
        last = rows.getLast().position();
        reader.accept(rows.stream().map(Row::document).toList());
      }
    } while (rows.size() == SLICE);
  }

  /** Returns documents of a file that another process may change. */
  static EmbeddedDocuments toRead(Readers readers) {
    return new EmbeddedDocuments(readers, Optional.empty(), new LongAdder(), nanos -> {});
  }

  /**
   * Reads all documents of a collection and compares them with their checksums.
   *
   * @param looked counts the documents
   * @param faults receives a sentence for each damaged document
   */
  void check(String collection, LongAdder looked, Consumer<String> faults) {
    long last = -1;
    List<Long> positions;
    do {
      long after = last;
      positions = readers.run(sql -> positions(sql, collection, after));
      for (long position : positions) {
        try {
          Condition one = new Condition("position = ?", List.of(position));
          readers.run(sql -> rows(sql, collection, one, "", 1, 0));
        } catch (StoreFailure damaged) {
          if (Thread.currentThread().isInterrupted()) {
            throw damaged;
          }
          faults.accept(damaged.getMessage());
        }
        looked.increment();
        last = position;
      }
      EmbeddedStore.mustNotBeInterrupted();
    } while (!positions.isEmpty());
  }

  private static List<Long> positions(Sql sql, String collection, long after) {
    return sql.list(
        row -> row.getLong(1),
        "SELECT position FROM %s WHERE position > ? ORDER BY position LIMIT %s"
            .formatted(Sql.name(collection), SLICE),
        after);
  }

  private Writer owner() {
    return writer.orElseThrow(() -> new IllegalStateException("these documents are read-only"));
  }

  private boolean isKnown(String collection) {
    String known = tables.get(collection.toLowerCase(Locale.ROOT));
    if (known != null && !known.equals(collection)) {
      throw new IllegalArgumentException(
          "the collections " + known + " and " + collection + " differ only in case");
    }
    return known != null;
  }

  private <T> T read(String collection, T none, boolean isShort, Function<Sql, T> work) {
    if (writer.isEmpty()) {
      // Another process may have added a collection or a list.
      refresh();
    }
    if (!isKnown(collection)) {
      return none;
    }
    return timed(() -> isShort ? readers.runHere(work) : readers.run(work));
  }

  private <T> T write(String collection, Function<Sql, T> work) {
    return timed(() -> {
      if (!isKnown(collection)) {
        make(collection);
      }
      return owner().run(work);
    });
  }

  private <T> T timed(Supplier<T> command) {
    long begin = System.nanoTime();
    try {
      return StoreFailure.translated(command);
    } finally {
      durations.accept(System.nanoTime() - begin);
    }
  }

  private void make(String collection) {
    if (!NAME.matcher(collection).matches()
        || collection.toLowerCase(Locale.ROOT).startsWith("sqlite_")) {
      throw new IllegalArgumentException(collection + " cannot be the name of a collection");
    }
    owner()
        .run(sql -> {
          sql.run(
              "CREATE TABLE IF NOT EXISTS %s (position INTEGER PRIMARY KEY, id NOT NULL UNIQUE, sum INTEGER NOT NULL, doc BLOB NOT NULL)"
                  .formatted(Sql.name(collection)));
          owner()
              .afterCommit(
                  () -> tables.putIfAbsent(collection.toLowerCase(Locale.ROOT), collection));
          return true;
        });
    isKnown(collection);
  }
}
