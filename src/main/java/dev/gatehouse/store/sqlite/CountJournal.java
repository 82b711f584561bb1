package dev.gatehouse.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Entry counts in the file, stored within the commits that change the entries. {@code counts} has
 * the checkpoints of a tree as of a commit, and {@code count_changes} the changes by later commits.
 *
 * <p>A counter has the number of the last changes. Triggers delete it with every change of a
 * document, and the writer sets it again at the end of its transaction. After a write by a release
 * that does not know the counts, the counter is missing, and the counts are not used.
 */
final class CountJournal {
  private static final Logger log = LoggerFactory.getLogger(CountJournal.class);

  /** Counter with the number of the last changes, which the triggers delete. */
  static final long LAST_CHANGES = -3;

  /** Bytes and number of stored changes after which the checkpoints are stored again. */
  private static final long MAX_BYTES = 1 << 20;

  private static final int MAX_CHANGES = 5_000;

  /** Maximum number of obsolete changes that a commit deletes. */
  private static final int DELETED_AT_ONCE = 200;

  /** Stored trees, with the number of the last changes that their checkpoints contain. */
  private final Map<Long, Long> stored = new HashMap<>();

  private final Set<Long> dropped = new LinkedHashSet<>();

  /** Newly counted trees, which the next commit stores. */
  private final Set<Long> complete = new LinkedHashSet<>();

  /** Trees that are stored again, one with each commit. */
  private final Set<Long> renewed = new LinkedHashSet<>();

  private CountChanges next = new CountChanges();
  private boolean available;

  /** True while the file has rows that must not be used. */
  private boolean invalid;

  private long last;
  private long bytes;

  /** The number of the first changes in the file. */
  private long first;

  /** A row of one of the two tables. */
  private record Row(long key, long number, byte[] bytes) {}

  /**
   * Returns the counts of the file. If they cannot be used, there are none, and the next commit
   * deletes them.
   *
   * @param sizes returns for each tree its entries, as far as their number is known for another
   *     reason, or else -1
   */
  Map<Long, CountCheckpoints> load(Session session, Supplier<Map<Long, Long>> sizes) {
    reset();
    Map<Long, CountCheckpoints> trees = new HashMap<>();
    try {
      available = CountTables.areIn(session.sql());
      last = session.counter(LAST_CHANGES);
      invalid = last == 0;
      if (!invalid) {
        read(session, trees);
        removeWrong(trees, sizes.get());
      }
    } catch (RuntimeException damage) {
      // The counts are made again from the entries.
      log.warn(
          "the stored entry counts of the document store are discarded: {}", damage.toString());
      reset();
      invalid = true;
      trees.clear();
    }
    return trees;
  }

  private void reset() {
    stored.clear();
    dropped.clear();
    complete.clear();
    renewed.clear();
    next = new CountChanges();
    last = 0;
    bytes = 0;
    first = 1;
  }

  private void read(Session session, Map<Long, CountCheckpoints> trees) {
    for (Row row : rows(session, "SELECT tree, number, sum, bytes FROM counts")) {
      trees.put(row.key, CountCheckpoints.decode(row.bytes));
      stored.put(row.key, row.number);
    }
    long oldest = stored.values().stream().min(Long::compare).orElse(last);
    long expected = oldest + 1;
    first = expected;
    String changes = "SELECT number, 0, sum, bytes FROM count_changes ORDER BY number";
    for (Row row : rows(session, changes)) {
      first = Math.min(first, row.key);
      bytes += row.bytes.length;
      if (row.key > oldest) {
        mustBe(row.key == expected, "changes " + expected + " are missing");
        CountChanges.decode(row.bytes).apply(trees, tree -> row.key > stored.get(tree));
        expected++;
      }
    }
    mustBe(expected == last + 1, "changes " + expected + " are missing");
  }

  private static void mustBe(boolean fits, String problem) {
    if (!fits) {
      throw new IllegalArgumentException(problem);
    }
  }

  private static List<Row> rows(Session session, String query) {
    return session.sql().query(rows -> read(rows, session), query);
  }

  private static List<Row> read(ResultSet rows, Session session) throws SQLException {
    List<Row> found = new ArrayList<>();
    while (rows.next()) {
      Row row = new Row(rows.getLong(1), rows.getLong(2), rows.getBytes(4));
      int sum = sum(session, row.key, row.number, row.bytes);
      mustBe(rows.getInt(3) == sum, "row " + row.key + " is damaged");
      found.add(row);
    }
    return found;
  }

  private static int sum(Session session, long key, long number, byte[] bytes) {
    return session.entries().sum(key, bytes, number);
  }

  /** Removes the counts of dropped trees, and counts that differ from a known number. */
  private void removeWrong(Map<Long, CountCheckpoints> trees, Map<Long, Long> sizes) {
    for (Iterator<Map.Entry<Long, CountCheckpoints>> i = trees.entrySet().iterator();
        i.hasNext(); ) {
      Map.Entry<Long, CountCheckpoints> each = i.next();
      Long size = sizes.get(each.getKey());
      if (size == null || (size >= 0 && size != each.getValue().total())) {
        i.remove();
        stored.remove(each.getKey());
        dropped.add(each.getKey());
      }
    }
  }

  /** Stores the checkpoints of a newly counted tree with the next commit. */
  void completed(long tree) {
    complete.add(tree);
  }

  /** Stores the split of a segment with the next commit. */
  void cut(long tree, int segment, Session.Entry at) {
    if (stored.containsKey(tree)) {
      next.cut(tree, segment, at);
    }
  }

  /** Deletes a tree's counts with the next commit. */
  void forget(long tree) {
    complete.remove(tree);
    renewed.remove(tree);
    next.forget(tree);
    if (stored.remove(tree) != null) {
      dropped.add(tree);
    }
  }

  /** Returns whether there are counts that no commit has stored yet. */
  boolean isUnsaved() {
    return available && !complete.isEmpty();
  }

  /** Returns the changes of the next commit, to which the caller adds the growth. */
  CountChanges next() {
    return next;
  }

  /**
   * Stores the changes of a transaction at its end. If the transaction fails afterwards, the counts
   * must be loaded again.
   *
   * @param trees the counts before the transaction
   */
  void save(Session session, Map<Long, CountCheckpoints> trees) {
    boolean used = !stored.isEmpty() || !dropped.isEmpty() || !complete.isEmpty();
    boolean changed = session.hasChangedDocuments() || !complete.isEmpty() || !next.isEmpty();
    if (!available || !used || !(changed || !dropped.isEmpty())) {
      return;
    }
    Sql sql = session.sql();
    if (invalid) {
      sql.run("DELETE FROM counts");
      sql.run("DELETE FROM count_changes");
      invalid = false;
    }
    dropped.forEach(tree -> sql.run("DELETE FROM counts WHERE tree=?", tree));
    dropped.clear();
    renewed.stream().findFirst().ifPresent(complete::add);
    complete.forEach(tree -> store(session, tree, trees.get(tree)));
    renewed.removeAll(complete);
    complete.clear();
    last++;
    byte[] changes = next.encode(stored::containsKey);
    int sum = sum(session, last, 0, changes);
    sql.run("INSERT INTO count_changes VALUES (?, ?, ?)", last, sum, changes);
    session.setCounter(LAST_CHANGES, last);
    bytes += changes.length;
    shorten(sql);
  }

  private void store(Session session, long tree, CountCheckpoints counts) {
    byte[] encoded = counts.encode();
    session
        .sql()
        .run(
            "REPLACE INTO counts VALUES (?, ?, ?, ?)",
            tree,
            last,
            sum(session, tree, last, encoded),
            encoded);
    stored.put(tree, last);
    next.forgetCuts(tree);
  }

  /** Deletes changes that all checkpoints contain, or begins to store the checkpoints again. */
  private void shorten(Sql sql) {
    if (!renewed.isEmpty()) {
      return;
    }
    long obsolete = stored.values().stream().min(Long::compare).orElse(last);
    if (first <= obsolete) {
      first = Math.min(obsolete + 1, first + DELETED_AT_ONCE);
      sql.run("DELETE FROM count_changes WHERE number<?", first);
    } else if (last - first > MAX_CHANGES || bytes > MAX_BYTES) {
      renewed.addAll(stored.keySet());
      bytes = 0;
    }
  }

  CountChanges committed() {
    CountChanges committed = next;
    next = new CountChanges();
    return committed;
  }
}
