package dev.gatehouse.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Entries of index trees in order, as one session sees them. Every entry has a checksum, which is
 * verified on each read.
 */
final class IndexEntries {
  private static final String ENTRIES = "SELECT key, position, sum FROM entries WHERE tree=? AND ";
  private static final String ORDER = " ORDER BY key, position LIMIT ? OFFSET ?";
  private static final String REVERSE = " ORDER BY key DESC, position DESC LIMIT ? OFFSET ?";

  /** Queries for scans: from either end of a range, and from an entry onwards. */
  static final String UP = ENTRIES + "key>=? AND key<?" + ORDER;

  static final String DOWN = ENTRIES + "key>=? AND key<?" + REVERSE;
  static final String UP_AFTER = ENTRIES + "(key, position)>(?, ?) AND key<?" + ORDER;
  static final String DOWN_AFTER = ENTRIES + "(key, position)<(?, ?) AND key>=?" + REVERSE;

  /** Maximum number of recorded changes of one commit; a tree with more is counted again. */
  private static final int MAX_CHANGES = 100_000;

  private final Sql sql;
  private final ChecksumVerifier soundness;
  private final OrderStatistics ranks;
  private final Sums sums = new Sums();
  private final List<OrderStatistics.Change> changes = new ArrayList<>();

  /**
   * @param ranks entry counts, shared by all sessions of the file
   */
  IndexEntries(Sql sql, ChecksumVerifier soundness, OrderStatistics ranks) {
    this.sql = sql;
    this.soundness = soundness;
    this.ranks = ranks;
  }

  /**
   * Returns the checksum, which includes the entry's location, so that no entry can be mistaken for
   * another.
   */
  int sum(long tree, byte[] key, long position) {
    return sums.of(tree, position, key);
  }

  /** Returns entries added and removed since the last commit, in trees with stored counts. */
  List<OrderStatistics.Change> changes() {
    return changes;
  }

  /** Records that an entry is added or removed. */
  void changed(long tree, byte[] key, long position, int by) {
    if (!ranks.follows(tree)) {
      return;
    }
    if (changes.size() < MAX_CHANGES) {
      changes.add(new OrderStatistics.Change(tree, new Session.Entry(key, position), by));
    } else {
      ranks.forget(tree);
    }
  }

  /** Requests that a tree be counted before its counts are needed. */
  void countAhead(long tree) {
    ranks.foresee(tree);
  }

  void remove(long tree, byte[] key, long position) {
    changed(tree, key, position, -1);
    sql.run("DELETE FROM entries WHERE tree=? AND key=? AND position=?", tree, key, position);
  }

  /**
   * Removes a dropped tree's first entries; returns fewer than {@code limit} if the tree is then
   * empty.
   */
  int removeFirst(long tree, int limit) {
    ranks.forget(tree);
    List<Session.Entry> first = find(tree, Range.ALL, null, false, limit, 0);
    first.forEach(entry -> remove(tree, entry.key(), entry.position()));
    return first.size();
  }

  /** Returns the entries of one key, at most two. */
  List<Session.Entry> of(long tree, byte[] key) {
    return sql.query(rows -> read(rows, tree), ENTRIES + "key=? LIMIT 2", tree, key);
  }

  boolean has(long tree, byte[] key, long position) {
    return !sql.query(
            rows -> read(rows, tree), ENTRIES + "key=? AND position=?", tree, key, position)
        .isEmpty();
  }

  /**
   * Returns entries of a range, forwards or backwards.
   *
   * @param after entry after which to continue, or null for the beginning of the range
   * @param skip number of entries to skip, without reading their bytes
   */
  List<Session.Entry> find(
      long tree, Range range, Session.Entry after, boolean reverse, int limit, long skip) {
    if (after == null && skip >= OrderStatistics.WORTH) {
      List<Session.Entry> found = ranks.skipped(this, tree, range, reverse, limit, skip);
      if (found != null) {
        return found;
      }
      ranks.want(tree);
    }
    return walk(tree, range, after, reverse, limit, skip);
  }

  /** Returns the same entries as {@link #find}, using only a scan. */
  List<Session.Entry> walk(
      long tree, Range range, Session.Entry after, boolean reverse, int limit, long skip) {
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

  /** Passes all entries of a tree in ascending order, without collecting them. */
  void each(long tree, Consumer<Session.Entry> visitor) {
    sql.query(
        rows -> {
          Session.Entry last = null;
          while (rows.next()) {
            Session.Entry entry = entry(rows, tree);
            soundness.must(last == null || entry.compareTo(last) > 0, "the order of index", tree);
            visitor.accept(entry);
            last = entry;
          }
          return last;
        },
        "SELECT key, position, sum FROM entries WHERE tree=? ORDER BY key, position",
        tree);
  }

  private List<Session.Entry> walked(
      ResultSet rows, long tree, Session.Entry after, boolean reverse) throws SQLException {
    List<Session.Entry> found = read(rows, tree);
    soundness.mustAscend(found, after, reverse, "the order of index", tree);
    return found;
  }

  private List<Session.Entry> read(ResultSet rows, long tree) throws SQLException {
    List<Session.Entry> found = new ArrayList<>();
    while (rows.next()) {
      found.add(entry(rows, tree));
    }
    return found;
  }

  private Session.Entry entry(ResultSet rows, long tree) throws SQLException {
    byte[] key = rows.getBytes(1);
    long position = rows.getLong(2);
    soundness.must(sums.fits(rows.getInt(3), tree, position, key), "an entry of index", tree);
    return new Session.Entry(key, position);
  }

  /** Returns the number of entries in a range, at most {@code max}. */
  long count(long tree, Range range, long max) {
    long known = max < OrderStatistics.WORTH ? -1 : ranks.count(this, tree, range);
    if (known >= 0) {
      return Math.min(known, max);
    }
    long count =
        sql.query(
            IndexEntries::first,
            "SELECT count(*) FROM (SELECT 1 FROM entries WHERE tree=? AND key>=? AND key<? LIMIT ?)",
            tree,
            range.low(),
            range.high(),
            max);
    if (count >= OrderStatistics.WORTH) {
      ranks.want(tree);
    }
    return count;
  }

  /**
   * Counts the entries after an entry and before a key, with a scan.
   *
   * @param after null for the tree's beginning
   */
  long countAfter(long tree, Session.Entry after, byte[] high) {
    if (after == null) {
      return sql.query(
          IndexEntries::first,
          "SELECT count(*) FROM entries WHERE tree=? AND key>=? AND key<?",
          tree,
          Range.ALL.low(),
          high);
    }
    return sql.query(
        IndexEntries::first,
        "SELECT count(*) FROM entries WHERE tree=? AND (key, position)>(?, ?) AND key<?",
        tree,
        after.key(),
        after.position(),
        high);
  }

  private static Long first(ResultSet rows) throws SQLException {
    return rows.next() ? rows.getLong(1) : 0L;
  }

  /** Returns the first tree with entries from this number on, or -1. */
  long nextTree(long from) {
    return sql.query(
        Session::numberOrNone,
        "SELECT tree FROM entries WHERE tree>=? ORDER BY tree LIMIT 1",
        from);
  }

  /**
   * Returns the end of a counted segment that begins after an entry; null if the tree ends before.
   */
  Session.Entry segmentEnd(long tree, Session.Entry after) {
    List<Session.Entry> found =
        walk(tree, Range.ALL, after, false, 1, CountCheckpoints.STRETCH - 1);
    return found.isEmpty() ? null : found.getFirst();
  }
}
