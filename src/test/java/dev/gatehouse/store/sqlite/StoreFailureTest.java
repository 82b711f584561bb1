package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Failures of the system below SQLite, in the codes of replies. */
class StoreFailureTest {
  /** SQLite reports an exceeded quota as a write error, because only ENOSPC means full to it. */
  @ParameterizedTest
  @CsvSource({
    "SQLITE_FULL, false, OUT_OF_DISK_SPACE, OUT_OF_DISK_SPACE",
    "SQLITE_IOERR_WRITE, true, OUT_OF_DISK_SPACE, OUT_OF_DISK_SPACE",
    "SQLITE_IOERR_WRITE, false, FILE_STREAM_FAILED, WRITE_CONCERN_FAILED",
    "SQLITE_IOERR_FSYNC, true, OUT_OF_DISK_SPACE, WRITE_CONCERN_FAILED",
    "SQLITE_IOERR_FSYNC, false, FILE_STREAM_FAILED, WRITE_CONCERN_FAILED",
    "SQLITE_IOERR_READ, true, FILE_STREAM_FAILED, WRITE_CONCERN_FAILED",
    "SQLITE_READONLY, true, FILE_STREAM_FAILED, FILE_STREAM_FAILED",
  })
  void distinguishesFullDiskFromFailingDisk(
      SQLiteErrorCode code, boolean noRoom, StoreErrorCode reply, StoreErrorCode ofCommit) {
    StoreFailure failure =
        StoreFailure.of(
            Path.of("documents.db"), new SQLiteException("failed", code), folder -> noRoom);
    assertEquals(reply, StoreErrorCode.of(failure));
    assertEquals(ofCommit, StoreErrorCode.of(failure.ofCommit()));
  }
}
