package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.store.BsonBytes;
import dev.gatehouse.store.sqlite.EmbeddedStore.StoreReport;
import io.vertx.core.json.JsonObject;

/**
 * The store's file of releases before this format: BSON documents of all collections in one table,
 * by row number. It is only read.
 */
final class FormerStore implements AutoCloseable {
  static final String NAME = "documents.db";

  private static final String DATABASE = "gatehouse.";
  private static final int POSITION_BITS = 40;
  private static final int BATCH = 500;

  private final Sql sql;

  FormerStore(Path folder) {
    sql = new Sql(folder.resolve(NAME));
    int application = Integer.parseInt(sql.pragma("application_id"));
    int format = Integer.parseInt(sql.pragma("user_version"));
    if (application != StoreFile.APPLICATION || format < 1 || format > 2) {
      sql.close();
      throw new IllegalStateException(
          folder.resolve(NAME) + " is not a document store of an earlier release");
    }
  }

  static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(NAME));
  }

  /** Returns the collections' numbers by their names. */
  SortedMap<String, Long> collections() {
    return sql.query(
        rows -> {
          SortedMap<String, Long> found = new TreeMap<>();
          while (rows.next()) {
            long number = rows.getLong(1);
            byte[] definition = sound(rows.getInt(2), 1, number, rows.getBytes(3));
            String name = BsonBytes.decode(definition).getString("namespace");
            if (name.startsWith(DATABASE)) {
              found.put(name.substring(DATABASE.length()), number);
            }
          }
          return found;
        },
        "SELECT number, sum, definition FROM collections");
  }

  /** Returns the number of documents of all collections. */
  long count() {
    return sql.query(rows -> rows.getLong(1), "SELECT count(*) FROM documents");
  }

  /** Passes the documents of a collection in batches, in the order in which they were added. */
  void each(long collection, Consumer<List<JsonObject>> reader) {
    long next = collection << POSITION_BITS;
    long end = (collection + 1) << POSITION_BITS;
    List<JsonObject> batch = new ArrayList<>();
    do {
      batch.clear();
      next = read(next, end, batch) + 1;
      if (!batch.isEmpty()) {
        reader.accept(List.copyOf(batch));
      }
    } while (batch.size() == BATCH);
  }

  private long read(long from, long end, List<JsonObject> batch) {
    return sql.query(
        rows -> {
          long row = from;
          while (rows.next()) {
            row = rows.getLong(1);
            batch.add(BsonBytes.decode(sound(rows.getInt(2), 0, row, rows.getBytes(3))));
          }
          return row;
        },
        "SELECT position, sum, bytes FROM documents WHERE position >= ? AND position < ?"
            + " ORDER BY position LIMIT ?",
        from,
        end,
        BATCH);
  }

  /** Checks every document's checksum. */
  static StoreReport verify(Path folder, LongAdder looked) {
    try (FormerStore store = new FormerStore(folder)) {
      for (long collection : store.collections().values()) {
        store.each(collection, documents -> looked.add(documents.size()));
      }
    }
    return new StoreReport(looked.sum(), List.of());
  }

  private byte[] sound(int sum, long tree, long row, byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(2 * Long.BYTES).putLong(tree).putLong(row).array());
    crc.update(bytes);
    if ((int) crc.getValue() != sum) {
      throw new StoreFailure(
          "the document store %s is damaged: row %s differs from its checksum"
              .formatted(sql.file(), row));
    }
    return bytes;
  }

  @Override
  public void close() {
    sql.close();
  }
}
