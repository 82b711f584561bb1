package dev.gatehouse.store.files;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.area.StoreFailures;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.http.exchange.FileFailures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults of a disk in replies, long work that gives way to requests, and growing files. */
class StoreFilesTest {
  /** Position of the field after the name of the thread, in proc(5). */
  private static final int NICE = 16;

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

  /** Few bytes of a growing file wait for the disk. */
  @Test
  void synchronizesOncePerStep() throws Exception {
    List<Boolean> syncs = new ArrayList<>();
    var sync = new SteadySync(syncs::add);
    long chunk = 1 << 18;
    for (long size = chunk; size < 3 * SteadySync.STEP; size += chunk) {
      sync.grown(size);
    }
    assertEquals(List.of(false, false), syncs);
  }

  private static int nice() throws Exception {
    String stat = Files.readString(Path.of("/proc/thread-self/stat"));
    return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[NICE]);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void changesOnlyTheCallingThread() throws Exception {
    int before = nice();
    var task =
        new FutureTask<>(() -> {
          LowPriority.ofThisThread();
          return nice();
        });
    Thread.ofPlatform().start(task).join();
    int during = task.get();
    assertTrue(during >= 10 && during >= before, during + " after " + before);
    assertEquals(before, nice());
  }
}
