package dev.gatehouse.http.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.bus.ApiError;
import java.io.IOException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A faulty disk during an upload or download is a 507 or 503, never a 500. */
class FileFailuresTest {
  @ParameterizedTest
  @CsvSource({
    "No space left on device, 507",
    "Disk quota exceeded, 507",
    "Input/output error, 503",
    "Read-only file system, 503",
    "Permission denied, 0",
  })
  void reportsDiskFaults(String reason, int status) {
    IOException fault = new FileSystemException("/data/blobs/ab/cd", null, reason);
    for (Throwable problem : new Throwable[] {fault, new IOException("wrapped", fault)}) {
      assertEquals(status, FileFailures.of(problem).map(ApiError::status).orElse(0));
    }
  }
}
