package dev.gatehouse.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of the file as one connection sees them: documents by row number, entries of index trees,
 * and counters. Every row has a checksum, which is verified on each read.
 */
final class Session implements AutoCloseable {
  private static final byte[] NOTHING = {};
  private final Sql sql;
  private final Sums sums = new Sums();
  private final ChecksumVerifier soundness;
  private final IndexEntries entries;
  private long written;
  private boolean changed;

  /** Entry of an index: the key bytes of a document and its position in the collection. */
  record Entry(byte[] key, long position) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      int order = Arrays.compareUnsigned(key, other.key);
      return order == 0 ? Long.compare(position, other.position) : order;
    }
  }

  /** Stored definition of a collection, with its number. */
  record Definition(long number, byte[] bytes) {}

  /**
   * @param ranks entry counts, shared by all sessions of the file
   */
  Session(Sql sql, OrderStatistics ranks) {
    this.sql = sql;
    this.soundness = new ChecksumVerifier(sql.file());
    this.entries = new IndexEntries(sql, soundness, ranks);
  }

  Sql sql() {
    return sql;
  }

  IndexEntries entries() {
    return entries;
  }

  /** Returns the bytes of the file, without its log. */
  long fileSize() {
    return sql.query(rows -> rows.getLong(1), "PRAGMA page_count")
        * sql.query(rows -> rows.getLong(1), "PRAGMA page_size");
  }

  /** Returns the used share of the file's pages. Unused pages are filled before the file grows. */
  double liveShare() {
    double pages = sql.query(rows -> rows.getLong(1), "PRAGMA page_count");
    long free = sql.query(rows -> rows.getLong(1), "PRAGMA freelist_count");
    return (pages - free) / pages;
  }

  /** Returns the bytes of documents that this session has written. */
  long written() {
    return written;
  }

  /** Returns the bytes of the document in a row, or null if the row does not exist. */
  byte[] document(long row) {
    return sql.query(
        rows -> {
          if (!rows.next()) {
            return null;
          }
          byte[] bytes = rows.getBytes(2);
          soundness.must(sums.fits(rows.getInt(1), 0, row, bytes), "document", row);
          return bytes;
        },
        "SELECT sum, bytes FROM documents WHERE position=?",
        row);
  }

  /** Receives the rows of documents. */
  interface DocumentVisitor {
    void visit(long row, byte[] bytes);
  }

  /** Passes the documents of a row range in ascending order, without collecting them. */
  void eachDocument(long low, long high, DocumentVisitor visitor) {
    sql.query(
        rows -> {
          long last = low - 1;
          while (rows.next()) {
            long row = rows.getLong(1);
            byte[] bytes = rows.getBytes(3);
            boolean fits = row > last && sums.fits(rows.getInt(2), 0, row, bytes);
            soundness.must(fits, "document", row);
            visitor.visit(row, bytes);
            last = row;
          }
          return last;
        },
        "SELECT position, sum, bytes FROM documents WHERE position BETWEEN ? AND ?"
            + " ORDER BY position",
        low,
        high);
  }

  /** Returns whether documents may have changed since {@link #settle}. */
  boolean hasChangedDocuments() {
    return changed;
  }

  /** Begins or ends a transaction without changes of documents. */
  void settle() {
    changed = false;
  }

  void putDocument(long row, byte[] bytes) {
    changed = true;
    written += bytes.length;
    sql.run("REPLACE INTO documents VALUES (?, ?, ?)", row, sums.of(0, row, bytes), bytes);
  }

  void removeDocument(long row) {
    changed = true;
    sql.run("DELETE FROM documents WHERE position=?", row);
  }

  /** Removes documents of a row range; returns fewer than {@code limit} at the end of the range. */
  int removeDocuments(long low, long high, int limit) {
    changed = true;
    return sql.change(
        "DELETE FROM documents WHERE position IN (SELECT position FROM documents"
            + " WHERE position BETWEEN ? AND ? ORDER BY position LIMIT ?)",
        low,
        high,
        limit);
  }

  /** Returns the existing row numbers in a range, forwards or backwards. */
  List<Long> rows(long low, long high, boolean reverse, int limit, long skip) {
    return sql.query(
        rows -> {
          List<Long> found = new ArrayList<>();
          while (rows.next()) {
            found.add(rows.getLong(1));
          }
          Long before = reverse ? high + 1 : low - 1;
          soundness.mustAscend(
              found, before, reverse, "the documents", CollectionData.collectionOf(low));
          return found;
        },
        "SELECT position FROM documents WHERE position BETWEEN ? AND ? ORDER BY position"
            + (reverse ? " DESC" : "")
            + " LIMIT ? OFFSET ?",
        low,
        high,
        limit,
        skip);
  }

  /**
   * Returns the faults in the file's structure that SQLite finds, or "ok". Fails if its thread is
   * interrupted.
   */
  List<String> integrity(int max) {
    return sql.interruptibly(() ->
        sql.query(
            rows -> {
              List<String> found = new ArrayList<>();
              while (rows.next()) {
                found.add(rows.getString(1));
              }
              return found;
            },
            "PRAGMA integrity_check(" + max + ")"));
  }

  /** Returns the first existing row from this number on, or -1. */
  long nextRow(long from) {
    return sql.query(
        Session::numberOrNone,
        "SELECT position FROM documents WHERE position>=? ORDER BY position LIMIT 1",
        from);
  }

  static Long numberOrNone(ResultSet rows) throws SQLException {
    return rows.next() ? rows.getLong(1) : -1L;
  }

  /** Returns a counter; 0 if it was never set. */
  long counter(long number) {
    return sql.query(
        rows -> {
          if (!rows.next()) {
            return 0L;
          }
          long value = rows.getLong(1);
          soundness.must(sums.fits(rows.getInt(2), number, value, NOTHING), "counter", number);
          return value;
        },
        "SELECT value, sum FROM counters WHERE number=?",
        number);
  }

  void setCounter(long number, long value) {
    sql.run(
        "REPLACE INTO counters VALUES (?, ?, ?)", number, value, sums.of(number, value, NOTHING));
  }

  void removeCounter(long number) {
    sql.run("DELETE FROM counters WHERE number=?", number);
  }

  List<Definition> definitions() {
    return sql.query(
        rows -> {
          List<Definition> found = new ArrayList<>();
          while (rows.next()) {
            long number = rows.getLong(1);
            byte[] bytes = rows.getBytes(3);
            soundness.must(
                sums.fits(rows.getInt(2), 1, number, bytes),
                "the definition of collection",
                number);
            found.add(new Definition(number, bytes));
          }
          return found;
        },
        "SELECT number, sum, definition FROM collections ORDER BY number");
  }

  void putDefinition(long number, byte[] definition) {
    sql.run(
        "REPLACE INTO collections VALUES (?, ?, ?)",
        number,
        sums.of(1, number, definition),
        definition);
  }

  void removeDefinition(long number) {
    sql.run("DELETE FROM collections WHERE number=?", number);
  }

  @Override
  public void close() {
    sql.close();
  }
}
