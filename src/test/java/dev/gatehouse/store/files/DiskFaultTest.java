package dev.gatehouse.store.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.area.StoreFailures;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.http.exchange.FileFailures;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults of a disk in the replies of areas, and to uploads and downloads. */
class DiskFaultTest {
  @ParameterizedTest
  @CsvSource({
    "No space left on device, 507",
    "Disk quota exceeded, 507",
    "Input/output error, 503",
    "Read-only file system, 503",
    "Permission denied, 0",
  })
  void returns507Or503ForDiskFaults(String reason, int status) {
    var direct = new IOException(reason);
    var named = new FileSystemException("/data/a", null, reason);
    for (Exception problem :
        new Exception[] {
          direct, named, new UncheckedIOException(named), new IllegalStateException(direct)
        }) {
      Optional<ApiError> reply = StoreFailures.answer(problem);
      assertEquals(status, reply.map(ApiError::status).orElse(0), problem.toString());
    }
    for (Throwable problem : new Throwable[] {named, new IOException("wrapped", named)}) {
      assertEquals(status, FileFailures.of(problem).map(ApiError::status).orElse(0));
    }
  }
}
