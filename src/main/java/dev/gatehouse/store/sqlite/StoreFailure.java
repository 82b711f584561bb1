package dev.gatehouse.store.sqlite;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** A failure of the file under the store: a full or broken disk, or content that is damaged. */
final class StoreFailure extends RuntimeException {
  private static final int PRIMARY_CODE = 0xFF;

  /** Bytes that SQLite asks for at once, for the index of its log, and some more. */
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

  /** A failure of SQLite's, which calls some shortages of room failures to write. */
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
   * This failure as that of a commit. Where the system failed to write, all of the commit may be in
   * the log, and come back to life if the process dies before it writes there again.
   */
  StoreFailure ofCommit() {
    return code == SQLiteErrorCode.SQLITE_IOERR.code
        ? new StoreFailure(getMessage(), this, code, false, true)
        : this;
  }

  /** Returns whether what was to be written may be there later. */
  boolean isUncertain() {
    return uncertain;
  }

  boolean isDiskFull() {
    return diskFull;
  }

  /** Returns whether the operating system did not do what was asked of the file. */
  boolean isOfTheSystem() {
    return OF_THE_SYSTEM.contains(code);
  }

  boolean isInUse() {
    return code == SQLiteErrorCode.SQLITE_BUSY.code;
  }

  /** Returns whether what is stored can't be what was written. */
  boolean isDamage() {
    return code == SQLiteErrorCode.SQLITE_CORRUPT.code
        || code == SQLiteErrorCode.SQLITE_NOTADB.code;
  }
}
