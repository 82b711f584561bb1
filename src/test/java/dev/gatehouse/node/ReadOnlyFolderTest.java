package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data folder that cannot be written: no node starts, and the folder is named. */
class ReadOnlyFolderTest {
  @TempDir Path folder;
  private StoreHalves halves;

  @BeforeEach
  void mount() throws Exception {
    halves = new StoreHalves(folder);
    Files.createDirectory(halves.data());
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", halves.data().toString()));
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", halves.data().toString());
  }

  private static boolean run(String... command) throws Exception {
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  private void becomesReadOnly() throws Exception {
    assumeTrue(run("mount", "-o", "remount,ro", halves.data().toString()));
  }

  private void isNamed() throws IOException {
    Map<String, Long> before = halves.files();
    var refusal = assertThrows(IllegalStateException.class, () -> halves.start("data"));
    assertEquals(
        "the data folder " + halves.data() + " cannot be written: Read-only file system",
        refusal.getMessage());
    assertEquals(before, halves.files());
  }

  @Test
  void rejectsReadOnlyFolderOnFirstStart() throws Exception {
    becomesReadOnly();
    isNamed();
  }

  @Test
  void rejectsReadOnlyFolderOnLaterStart() throws Exception {
    halves.use("data");
    becomesReadOnly();
    isNamed();
    assertTrue(run("mount", "-o", "remount,rw", halves.data().toString()));
    halves.start("data").close();
  }
}
