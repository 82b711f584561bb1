package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.store.files.DiskFault;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Failures of the system below SQLite, in the exceptions of commands. */
class StoreFailureTest {
  /** SQLite reports an exceeded quota as a write error, because only ENOSPC means full to it. */
  @ParameterizedTest
  @CsvSource({
    "SQLITE_FULL, FAILED, StoreFullException, StoreFullException",
    "SQLITE_IOERR_WRITE, FULL, StoreFullException, StoreFullException",
    "SQLITE_IOERR_WRITE, FAILED, StoreAwayException, UnknownOutcomeException",
    "SQLITE_IOERR_WRITE, READ_ONLY, StoreAwayException, StoreAwayException",
    "SQLITE_IOERR_FSYNC, READ_ONLY, StoreAwayException, UnknownOutcomeException",
    "SQLITE_IOERR_FSYNC, FULL, StoreFullException, UnknownOutcomeException",
    "SQLITE_IOERR_FSYNC, FAILED, StoreAwayException, UnknownOutcomeException",
    "SQLITE_IOERR_READ, FULL, StoreAwayException, UnknownOutcomeException",
    "SQLITE_READONLY, FULL, StoreAwayException, StoreAwayException",
  })
  void distinguishesFullDiskFromFailingDisk(
      SQLiteErrorCode code, DiskFault fault, String exception, String ofCommit) {
    StoreFailure failure =
        StoreFailure.of(
            Path.of("documents.sqlite"),
            new SQLiteException("failed", code),
            folder -> Optional.of(fault));
    assertEquals(exception, thrown(failure));
    assertEquals(ofCommit, thrown(failure.ofCommit()));
  }

  private static String thrown(StoreFailure failure) {
    return assertThrows(
            RuntimeException.class,
            () ->
                StoreFailure.translated(() -> {
                  throw failure;
                }))
        .getClass()
        .getSimpleName();
  }
}
