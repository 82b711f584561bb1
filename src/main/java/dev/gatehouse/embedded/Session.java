package dev.gatehouse.embedded;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of the file as one connection sees them: documents by row number, entries of index trees
 * in order, and counters. Every row carries a sum that is checked whenever it is read.
 */
final class Session implements AutoCloseable {
  private static final byte[] NOTHING = {};
  private static final String ENTRIES = "SELECT key, position, sum FROM entries WHERE tree=? AND ";
  private static final String ORDER = " ORDER BY key, position LIMIT ? OFFSET ?";
  private static final String REVERSE = " ORDER BY key DESC, position DESC LIMIT ? OFFSET ?";

  /** The walks: from either end of a range, and onwards from an entry. */
  static final String UP = ENTRIES + "key>=? AND key<?" + ORDER;

  static final String DOWN = ENTRIES + "key>=? AND key<?" + REVERSE;
  static final String UP_AFTER = ENTRIES + "(key, position)>(?, ?) AND key<?" + ORDER;
  static final String DOWN_AFTER = ENTRIES + "(key, position)<(?, ?) AND key>=?" + REVERSE;

  private final Sql sql;
  private final Sums sums = new Sums();
  private long written;

  /** An entry of an index: the key bytes of a document and its position in the collection. */
  record Entry(byte[] key, long position) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      int order = Arrays.compareUnsigned(key, other.key);
      return order == 0 ? Long.compare(position, other.position) : order;
    }
  }

  /** A definition of a collection under its number. */
  record Definition(long number, byte[] bytes) {}

  Session(Sql sql) {
    this.sql = sql;
  }

  Sql sql() {
    return sql;
  }

  /** Bytes of the file, without what waits in its log. */
  long fileSize() {
    return sql.query(rows -> rows.getLong(1), "PRAGMA page_count")
        * sql.query(rows -> rows.getLong(1), "PRAGMA page_size");
  }

  /** The share of the file's pages that hold something; the others are used before it grows. */
  double liveShare() {
    double pages = sql.query(rows -> rows.getLong(1), "PRAGMA page_count");
    long free = sql.query(rows -> rows.getLong(1), "PRAGMA freelist_count");
    return (pages - free) / pages;
  }

  /** Bytes of documents written by this session so far. */
  long written() {
    return written;
  }

  /** The bytes of the document in a row, or null where there is none. */
  byte[] document(long row) {
    return sql.query(
        rows -> {
          if (!rows.next()) {
            return null;
          }
          byte[] bytes = rows.getBytes(2);
          check(sums.fits(rows.getInt(1), 0, row, bytes), "document", row);
          return bytes;
        },
        "SELECT sum, bytes FROM documents WHERE position=?",
        row);
  }

  private void check(boolean fits, String what, long where) {
    if (!fits) {
      throw new StoreFailure(
          "the document store "
              + sql.file()
              + " is damaged: "
              + what
              + " "
              + where
              + " is not as it was written");
    }
  }

  void putDocument(long row, byte[] bytes) {
    written += bytes.length;
    sql.run("REPLACE INTO documents VALUES (?, ?, ?)", row, sums.of(0, row, bytes), bytes);
  }

  void removeDocument(long row) {
    sql.run("DELETE FROM documents WHERE position=?", row);
  }

  /** Removes some documents of a range of rows; fewer than asked for when it is at its end. */
  int removeDocuments(long low, long high, int limit) {
    return sql.change(
        "DELETE FROM documents WHERE position IN (SELECT position FROM documents"
            + " WHERE position BETWEEN ? AND ? ORDER BY position LIMIT ?)",
        low,
        high,
        limit);
  }

  /** Row numbers that are taken in a range, in order or backwards. */
  List<Long> rows(long low, long high, boolean reverse, int limit, long skip) {
    return sql.query(
        rows -> {
          List<Long> found = new ArrayList<>();
          while (rows.next()) {
            found.add(rows.getLong(1));
          }
          Long before = reverse ? high + 1 : low - 1;
          checkOrder(found, before, reverse, "the documents", CollectionData.collectionOf(low));
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

  /** The sum is of the entry's place as well, so that no entry can pass for another's. */
  int sumOfEntry(long tree, byte[] key, long position) {
    return sums.of(tree, position, key);
  }

  void removeEntry(long tree, byte[] key, long position) {
    sql.run("DELETE FROM entries WHERE tree=? AND key=? AND position=?", tree, key, position);
  }

  /** Removes a tree's first entries; fewer than asked for when it is empty then. */
  int removeEntries(long tree, int limit) {
    List<Entry> first = entries(tree, Range.ALL, null, false, limit, 0);
    first.forEach(entry -> removeEntry(tree, entry.key(), entry.position()));
    return first.size();
  }

  /** The entries of one key, two at most. */
  List<Entry> entriesOf(long tree, byte[] key) {
    return sql.query(rows -> read(rows, tree), ENTRIES + "key=? LIMIT 2", tree, key);
  }

  boolean hasEntry(long tree, byte[] key, long position) {
    return !sql.query(
            rows -> read(rows, tree), ENTRIES + "key=? AND position=?", tree, key, position)
        .isEmpty();
  }

  /** The faults that SQLite finds in the file's structure, or the one word "ok". */
  List<String> integrity(int max) {
    return sql.query(
        rows -> {
          List<String> found = new ArrayList<>();
          while (rows.next()) {
            found.add(rows.getString(1));
          }
          return found;
        },
        "PRAGMA integrity_check(" + max + ")");
  }

  /**
   * Entries of a range, in order or backwards.
   *
   * @param after the entry to go on behind, or null for the range's beginning
   * @param skip entries to pass over, which costs neither their bytes nor a look at them
   */
  List<Entry> entries(long tree, Range range, Entry after, boolean reverse, int limit, long skip) {
    if (after == null) {
      return sql.query(
          rows -> walked(rows, tree, null, reverse),
          reverse ? DOWN : UP,
          tree,
          range.low(),
          range.high(),
          limit,
          skip);
    }
    return sql.query(
        rows -> walked(rows, tree, after, reverse),
        reverse ? DOWN_AFTER : UP_AFTER,
        tree,
        after.key(),
        after.position(),
        reverse ? range.low() : range.high(),
        limit,
        skip);
  }

  private List<Entry> walked(ResultSet rows, long tree, Entry after, boolean reverse)
      throws SQLException {
    List<Entry> found = read(rows, tree);
    checkOrder(found, after, reverse, "the order of index", tree);
    return found;
  }

  /** Makes sure that a walk goes forward: one that a damaged tree leads back would never end. */
  private <T extends Comparable<T>> void checkOrder(
      List<T> found, T before, boolean reverse, String what, long where) {
    T last = before;
    for (T each : found) {
      int order = last == null ? 1 : each.compareTo(last);
      check((reverse && last != null) ? order < 0 : order > 0, what, where);
      last = each;
    }
  }

  private List<Entry> read(ResultSet rows, long tree) throws SQLException {
    List<Entry> found = new ArrayList<>();
    while (rows.next()) {
      byte[] key = rows.getBytes(1);
      long position = rows.getLong(2);
      check(sums.fits(rows.getInt(3), tree, position, key), "an entry of index", tree);
      found.add(new Entry(key, position));
    }
    return found;
  }

  /** The number of entries in a range, counted no further than to {@code max}. */
  long count(long tree, Range range, long max) {
    return sql.query(
        rows -> rows.next() ? rows.getLong(1) : 0L,
        "SELECT count(*) FROM (SELECT 1 FROM entries WHERE tree=? AND key>=? AND key<? LIMIT ?)",
        tree,
        range.low(),
        range.high(),
        max);
  }

  /** The first tree from this number on that has entries, or -1. */
  long nextTree(long from) {
    return sql.query(
        Session::numberOrNone,
        "SELECT tree FROM entries WHERE tree>=? ORDER BY tree LIMIT 1",
        from);
  }

  /** The first row from this number on that is taken, or -1. */
  long nextRow(long from) {
    return sql.query(
        Session::numberOrNone,
        "SELECT position FROM documents WHERE position>=? ORDER BY position LIMIT 1",
        from);
  }

  private static Long numberOrNone(ResultSet rows) throws SQLException {
    return rows.next() ? rows.getLong(1) : -1L;
  }

  /** A counter; 0 where it was never set. */
  long counter(long number) {
    return sql.query(
        rows -> {
          if (!rows.next()) {
            return 0L;
          }
          long value = rows.getLong(1);
          check(sums.fits(rows.getInt(2), number, value, NOTHING), "counter", number);
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
            check(
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
