package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.StoreFullException;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.store.files.DiskFault;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Thrown if the store's file fails: full or broken disk, or damaged content. */
final class StoreFailure extends RuntimeException {
  private static final Logger log = LoggerFactory.getLogger(StoreFailure.class);
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
    return of(file, cause, StoreFailure::fault);
  }

  /**
   * @param fault returns the fault of a write to a folder; empty if it succeeds
   */
  static StoreFailure of(Path file, SQLException cause, Function<Path, Optional<DiskFault>> fault) {
    int code = code(cause);
    if (code == SQLiteErrorCode.SQLITE_IOERR.code
        && !isOf(cause, SQLiteErrorCode.SQLITE_IOERR_READ)) {
      // SQLite reports an exceeded quota and a read-only disk as write errors. Nothing of the write
      // is in the file, so the outcome is as certain as that of a full disk.
      boolean certain = isOf(cause, SQLiteErrorCode.SQLITE_IOERR_WRITE);
      DiskFault now = fault.apply(file.toAbsolutePath().getParent()).orElse(null);
      if (now == DiskFault.FULL) {
        int full = certain ? SQLiteErrorCode.SQLITE_FULL.code : code;
        return new StoreFailure(message(file, cause), cause, full, true, false);
      }
      if (certain && now == DiskFault.READ_ONLY) {
        String message = "the disk of the document store " + file + " is read-only";
        int readOnly = SQLiteErrorCode.SQLITE_READONLY.code;
        return new StoreFailure(message, cause, readOnly, false, false);
      }
    }
    boolean full = code == SQLiteErrorCode.SQLITE_FULL.code;
    return new StoreFailure(message(file, cause), cause, code, full, false);
  }

  private static String message(Path file, SQLException cause) {
    return "the document store " + file + " failed: " + cause.getMessage();
  }

  private static boolean isOf(SQLException failure, SQLiteErrorCode code) {
    return failure instanceof SQLiteException own && own.getResultCode() == code;
  }

  /** Returns the fault of a disk or quota, which only a write reveals. */
  private static Optional<DiskFault> fault(Path folder) {
    if (folder.toFile().getUsableSpace() < LEAST_ROOM) {
      return Optional.of(DiskFault.FULL);
    }
    try {
      Path probe = Files.createTempFile(folder, "probe", null);
      try {
        Files.write(probe, new byte[(int) LEAST_ROOM]);
        return Optional.empty();
      } finally {
        Files.delete(probe);
      }
    } catch (IOException e) {
      return DiskFault.of(e);
    }
  }

  /**
   * Returns the failure of a write that is not attempted, because the disk of a file fails. Empty
   * if the disk can be written, or is only full.
   */
  static Optional<StoreFailure> beforeWriting(Path file) {
    return fault(file.toAbsolutePath().getParent())
        .filter(fault -> fault != DiskFault.FULL)
        .map(fault ->
            new StoreFailure(
                "the disk of the document store " + file + " cannot be written",
                null,
                SQLiteErrorCode.SQLITE_IOERR.code,
                false,
                false));
  }

  private static int code(SQLException failure) {
    if (String.valueOf(failure.getMessage()).contains("malformed JSON")) {
      // Only a flipped bit makes a stored document invalid.
      return SQLiteErrorCode.SQLITE_CORRUPT.code;
    }
    if (failure instanceof SQLiteException own) {
      return own.getResultCode().code & PRIMARY_CODE;
    }
    return SQLiteErrorCode.SQLITE_ERROR.code;
  }

  /**
   * Returns this failure as the failure of a commit. After a write error of the system, the log may
   * contain the whole commit. The commit becomes visible if the process dies before it writes to
   * the log again.
   */
  StoreFailure ofCommit() {
    if (code != SQLiteErrorCode.SQLITE_IOERR.code) {
      return this;
    }
    return new StoreFailure(getMessage(), this, code, false, true);
  }

  /** Returns whether other commands can still succeed. */
  boolean isOfOneCommand() {
    return code == SQLiteErrorCode.SQLITE_CONSTRAINT.code
        || code == SQLiteErrorCode.SQLITE_ERROR.code
        || code == SQLiteErrorCode.SQLITE_TOOBIG.code
        || isDamage();
  }

  /** Runs a command, and throws the exception that tells its caller what happened. */
  static <T> T translated(Supplier<T> command) {
    try {
      return command.get();
    } catch (StoreFailure e) {
      if (e.isDamage()) {
        log.error("{}", e.getMessage());
      }
      throw e.translated();
    }
  }

  private RuntimeException translated() {
    String message = "the document store failed: " + getMessage();
    if (code == SQLiteErrorCode.SQLITE_CONSTRAINT.code) {
      return new DuplicateKeyException(getMessage());
    }
    if (uncertain) {
      return new UnknownOutcomeException(message);
    }
    if (diskFull) {
      return new StoreFullException(message);
    }
    return OF_THE_SYSTEM.contains(code)
        ? new StoreAwayException(message)
        : new DocumentStoreException(message);
  }

  boolean isInUse() {
    return code == SQLiteErrorCode.SQLITE_BUSY.code;
  }

  boolean isDamage() {
    return code == SQLiteErrorCode.SQLITE_CORRUPT.code
        || code == SQLiteErrorCode.SQLITE_NOTADB.code;
  }
}
