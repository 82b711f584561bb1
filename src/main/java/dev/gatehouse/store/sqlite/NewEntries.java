package dev.gatehouse.store.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Entries to be written, many in each statement. A statement per entry would cost more than the
 * index update itself.
 */
final class NewEntries {
  private static final int MAX_ROWS = 16;
  private static final int COLUMNS = 4;
  private static final List<String> STATEMENTS =
      IntStream.rangeClosed(0, MAX_ROWS).mapToObj(NewEntries::statement).toList();

  private final Session session;
  private final List<Object> values = new ArrayList<>(MAX_ROWS * COLUMNS);

  NewEntries(Session session) {
    this.session = session;
  }

  private static String statement(int rows) {
    return Stream.generate(() -> "(?, ?, ?, ?)")
        .limit(rows)
        .collect(Collectors.joining(", ", "INSERT OR IGNORE INTO entries VALUES ", ""));
  }

  /** Adds an entry, which may already exist. */
  void add(long tree, byte[] key, long position) {
    session.entries().changed(tree, key, position, 1);
    values.add(tree);
    values.add(key);
    values.add(position);
    values.add(session.entries().sum(tree, key, position));
    if (values.size() == MAX_ROWS * COLUMNS) {
      write();
    }
  }

  /** Writes the entries added since the last call. */
  void write() {
    if (!values.isEmpty()) {
      session.sql().run(STATEMENTS.get(values.size() / COLUMNS), values.toArray());
      values.clear();
    }
  }
}
