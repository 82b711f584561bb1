package dev.gatehouse.store.sqlite;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tables and triggers for the entry counts of {@link CountJournal}. */
final class CountTables {
  private static final Logger log = LoggerFactory.getLogger(CountTables.class);

  private static final String FORGET =
      "DELETE FROM counters WHERE number=" + CountJournal.LAST_CHANGES;

  private static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE IF NOT EXISTS counts (tree INTEGER PRIMARY KEY, number INTEGER NOT NULL,"
              + " sum INTEGER NOT NULL, bytes BLOB NOT NULL)",
          "CREATE TABLE IF NOT EXISTS count_changes (number INTEGER PRIMARY KEY,"
              + " sum INTEGER NOT NULL, bytes BLOB NOT NULL)",
          trigger("inserted", "INSERT"),
          trigger("updated", "UPDATE"),
          trigger("deleted", "DELETE"));

  private CountTables() {}

  private static String trigger(String name, String event) {
    return "CREATE TRIGGER IF NOT EXISTS document_"
        + name
        + " AFTER "
        + event
        + " ON documents BEGIN "
        + FORGET
        + "; END";
  }

  /**
   * Adds the tables and triggers to a file without them. If that fails, the counts are only in
   * memory.
   */
  static void addTo(Sql sql) {
    if (areIn(sql)) {
      return;
    }
    try {
      sql.run("BEGIN IMMEDIATE");
      SCHEMA.forEach(sql::run);
      // Without the triggers, changes may have been missed.
      sql.run(FORGET);
      sql.run("COMMIT");
    } catch (StoreFailure e) {
      log.warn("the document store does not keep its entry counts: {}", e.getMessage());
      rollback(sql);
    }
  }

  private static void rollback(Sql sql) {
    try {
      sql.run("ROLLBACK");
    } catch (StoreFailure alreadyUndone) {
      log.debug("the transaction has ended", alreadyUndone);
    }
  }

  /** Returns whether a file has all tables and triggers. */
  static boolean areIn(Sql sql) {
    return sql.query(
        rows -> rows.getLong(1) == SCHEMA.size(),
        "SELECT count(*) FROM sqlite_master WHERE name IN ('counts', 'count_changes',"
            + " 'document_inserted', 'document_updated', 'document_deleted')");
  }
}
