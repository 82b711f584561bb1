package dev.gatehouse.embedded;

import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** A failure of the file under the store: a full or broken disk, or content that is damaged. */
final class StoreFailure extends RuntimeException {
  private static final int PRIMARY_CODE = 0xFF;

  private final int code;

  StoreFailure(String message) {
    super(message);
    this.code = SQLiteErrorCode.SQLITE_CORRUPT.code;
  }

  StoreFailure(String message, SQLException cause) {
    super(message + ": " + cause.getMessage(), cause);
    this.code = code(cause);
  }

  private static int code(SQLException failure) {
    return failure instanceof SQLiteException own
        ? own.getResultCode().code & PRIMARY_CODE
        : SQLiteErrorCode.SQLITE_ERROR.code;
  }

  boolean isDiskFull() {
    return code == SQLiteErrorCode.SQLITE_FULL.code;
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
