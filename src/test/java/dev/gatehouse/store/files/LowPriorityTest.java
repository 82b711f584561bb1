package dev.gatehouse.store.files;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Long work gives way to requests. Other threads of the process keep their priority. */
class LowPriorityTest {
  /** Position of the field after the name of the thread, in proc(5). */
  private static final int NICE = 16;

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
