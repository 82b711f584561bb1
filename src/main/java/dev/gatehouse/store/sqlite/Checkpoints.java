package dev.gatehouse.store.sqlite;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Checkpoints, which copy the log to the file. The copy of a long log takes a tenth of a second or
 * more, so another thread makes it while the writer commits. The writer itself copies only the few
 * pages of the commits meanwhile. SQLite then writes the log from its beginning again.
 */
final class Checkpoints {
  /**
   * Pages of the log after which it is copied. More pages mean fewer copies of a frequently changed
   * page.
   */
  static final int PAGES = 7_500;

  /** Maximum number of pages that the writer copies, unless the log is too long. */
  static final int FEW = 500;

  /** Pages of the log from which the writer copies it, if the other thread cannot keep up. */
  static final int MAX_PAGES = 2 * PAGES;

  /**
   * Interval of checkpoints. A damaged log loses all commits after the damage, so commits must not
   * remain in it for long.
   */
  private static final long INTERVAL = TimeUnit.SECONDS.toNanos(30);

  private static final String COPY = "wal_checkpoint(PASSIVE)";

  private final StoreFile file;
  private final Executor copier;
  private volatile boolean copying;
  private volatile StoreFailure failure;

  /** Used by the copier only. */
  private Session session;

  /** True from the begin of a copy by the copier until the writer has copied the rest. */
  private boolean begun;

  private long last = System.nanoTime();

  /**
   * State of the log.
   *
   * @param pages number of pages since it was last written from its beginning
   * @param copied number of them that are in the file, too
   */
  record Log(int pages, int copied) {
    static Log of(Sql sql) {
      return sql.query(
          rows -> rows.next() ? new Log(rows.getInt(2), rows.getInt(3)) : new Log(0, 0),
          "PRAGMA wal_checkpoint(NOOP)");
    }

    int left() {
      return pages - copied;
    }
  }

  /**
   * @param copier runs copies, one at a time
   */
  Checkpoints(StoreFile file, Executor copier) {
    this.file = file;
    this.copier = copier;
  }

  /**
   * Begins or ends a checkpoint if it is due. Must be called by the writer between two commits.
   *
   * @param sql the writer's connection
   * @throws StoreFailure if the last copy failed
   */
  void advance(Sql sql) {
    if (failure != null) {
      StoreFailure failed = failure;
      failure = null;
      begun = false;
      throw failed;
    }
    boolean busy = copying;
    Log log = Log.of(sql);
    if (log.left() == 0) {
      begun = busy;
    } else if (mustCopy(log, busy)) {
      begun = busy;
      last = System.nanoTime();
      sql.pragma(COPY);
    } else if (!busy && (begun || log.left() >= PAGES || System.nanoTime() - last >= INTERVAL)) {
      begun = true;
      copying = true;
      copier.execute(this::copy);
    }
  }

  /**
   * Returns whether the writer copies now. A long reader, such as a backup, keeps many pages from
   * being copied. The other thread copies them after its end.
   *
   * @param busy whether the other thread copies
   */
  private boolean mustCopy(Log log, boolean busy) {
    boolean tooLong = log.pages() >= MAX_PAGES;
    if (busy) {
      return tooLong;
    }
    return tooLong ? log.left() <= PAGES : begun && log.left() <= FEW;
  }

  private void copy() {
    try {
      if (session == null) {
        session = file.copier();
      }
      session.sql().pragma(COPY);
    } catch (StoreFailure e) {
      failure = e;
    } finally {
      copying = false;
    }
  }

  /**
   * Copies the whole log. The copier must have ended.
   *
   * @param sql the writer's connection
   */
  void finish(Sql sql) {
    if (session != null) {
      session.close();
    }
    sql.pragma("wal_checkpoint(TRUNCATE)");
  }
}
