package dev.gatehouse.embedded;

import java.nio.file.Path;

/**
 * Keeps other processes, and another store in this one, away from a store's folder. SQLite lets any
 * number of processes write; ours keeps the catalog in memory, so there may be one only. The lock
 * is SQLite's on a file of its own: a lock that Java takes falls when any descriptor of the file is
 * closed in this process, be it that of a second attempt.
 */
final class StoreLock implements AutoCloseable {
  private final Sql sql;

  /**
   * Takes the lock.
   *
   * @throws IllegalStateException if it is taken
   */
  StoreLock(Path folder) {
    sql = new Sql(OwnFiles.made(folder.resolve("documents.lock")));
    try {
      sql.pragma("busy_timeout=0");
      sql.run("BEGIN EXCLUSIVE");
    } catch (StoreFailure e) {
      sql.close();
      if (e.isInUse()) {
        throw new IllegalStateException(
            "the document store "
                + folder
                + " is in use by another process, or by another store in this one",
            e);
      }
      throw e;
    }
  }

  @Override
  public void close() {
    sql.close();
  }
}
