package dev.gatehouse.store.sqlite;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Thrown if the store's file fails: full or broken disk, or damaged content. */
final class StoreFailure extends RuntimeException {
  private static final int PRIMARY_CODE = 0xFF;

  /**
   * Free bytes below which a failed write counts as a full disk. Slightly more than SQLite
   * allocates at once for the index of its log.
   */
  private static final long LEAST_ROOM = 64 * 1024;

  private static final Set<Integer> OF_THE_SYSTEM =
      Set.of(
          SQLiteErrorCode.SQLITE_IOERR.code,
          SQLiteErrorCode.SQLITE_READONLY.code,
          SQLiteErrorCode.SQLITE_CANTOPEN.code,
          SQLiteErrorCode.SQLITE_PERM.code,
          SQLiteErrorCode.SQLITE_FULL.code);

  private final int code;
  private final boolean diskFull;
  private final boolean uncertain;

  private StoreFailure(
      String message, Throwable cause, int code, boolean diskFull, boolean uncertain) {
    super(message, cause);
    this.code = code;
    this.diskFull = diskFull;
    this.uncertain = uncertain;
  }

  StoreFailure(String message) {
    this(message, null, SQLiteErrorCode.SQLITE_CORRUPT.code, false, false);
  }

  /** Converts a failure of SQLite, which reports some cases of a full disk as write errors. */
  static StoreFailure of(Path file, SQLException cause) {
    int code = code(cause);
    boolean full =
        code == SQLiteErrorCode.SQLITE_FULL.code
            || (code == SQLiteErrorCode.SQLITE_IOERR.code
                && file.toFile().getUsableSpace() < LEAST_ROOM);
    return new StoreFailure(
        "the document store " + file + " failed: " + cause.getMessage(), cause, code, full, false);
  }

  private static int code(SQLException failure) {
    return failure instanceof SQLiteException own
        ? own.getResultCode().code & PRIMARY_CODE
        : SQLiteErrorCode.SQLITE_ERROR.code;
  }

  /**
   * Returns this failure as the failure of a commit. After a write error of the system, the log may
   * contain the whole commit. The commit becomes visible if the process dies before it writes to
   * the log again.
   */
  StoreFailure ofCommit() {
    return code == SQLiteErrorCode.SQLITE_IOERR.code
        ? new StoreFailure(getMessage(), this, code, false, true)
        : this;
  }

  /** Returns whether the outcome is unknown: the write may become visible later. */
  boolean isUncertain() {
    return uncertain;
  }

  boolean isDiskFull() {
    return diskFull;
  }

  /** Returns whether the operating system failed to read or write the file. */
  boolean isOfTheSystem() {
    return OF_THE_SYSTEM.contains(code);
  }

  boolean isInUse() {
    return code == SQLiteErrorCode.SQLITE_BUSY.code;
  }

  /** Returns whether the stored content is damaged. */
  boolean isDamage() {
    return code == SQLiteErrorCode.SQLITE_CORRUPT.code
        || code == SQLiteErrorCode.SQLITE_NOTADB.code;
  }
}
