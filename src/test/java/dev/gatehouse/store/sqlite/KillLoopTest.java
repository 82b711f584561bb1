package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kill at any moment loses no acknowledged write and keeps indexes consistent with documents. */
@Tag("slow")
class KillLoopTest {
  private static final int KILLS = 20;

  @TempDir Path directory;

  @Test
  void losesNoAcknowledgedWrites() throws Exception {
    assertEquals(0, KillLoop.run(directory, KILLS));
  }
}
