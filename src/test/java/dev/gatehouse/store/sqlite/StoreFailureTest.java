package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.store.files.DiskFault;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Failures of the system below SQLite, in the codes of replies. */
class StoreFailureTest {
  /** SQLite reports an exceeded quota as a write error, because only ENOSPC means full to it. */
  @ParameterizedTest
  @CsvSource({
    "SQLITE_FULL, FAILED, OUT_OF_DISK_SPACE, OUT_OF_DISK_SPACE",
    "SQLITE_IOERR_WRITE, FULL, OUT_OF_DISK_SPACE, OUT_OF_DISK_SPACE",
    "SQLITE_IOERR_WRITE, FAILED, FILE_STREAM_FAILED, WRITE_CONCERN_FAILED",
    "SQLITE_IOERR_WRITE, READ_ONLY, FILE_STREAM_FAILED, FILE_STREAM_FAILED",
    "SQLITE_IOERR_FSYNC, READ_ONLY, FILE_STREAM_FAILED, WRITE_CONCERN_FAILED",
    "SQLITE_IOERR_FSYNC, FULL, OUT_OF_DISK_SPACE, WRITE_CONCERN_FAILED",
    "SQLITE_IOERR_FSYNC, FAILED, FILE_STREAM_FAILED, WRITE_CONCERN_FAILED",
    "SQLITE_IOERR_READ, FULL, FILE_STREAM_FAILED, WRITE_CONCERN_FAILED",
    "SQLITE_READONLY, FULL, FILE_STREAM_FAILED, FILE_STREAM_FAILED",
  })
  void distinguishesFullDiskFromFailingDisk(
      SQLiteErrorCode code, DiskFault fault, StoreErrorCode reply, StoreErrorCode ofCommit) {
    StoreFailure failure =
        StoreFailure.of(
            Path.of("documents.db"),
            new SQLiteException("failed", code),
            folder -> Optional.of(fault));
    assertEquals(reply, StoreErrorCode.of(failure));
    assertEquals(ofCommit, StoreErrorCode.of(failure.ofCommit()));
  }
}
