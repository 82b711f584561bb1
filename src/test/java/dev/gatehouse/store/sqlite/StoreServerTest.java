package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store as a separate process, and its exclusive lock on the file. */
class StoreServerTest {
  private static final int TERMINATED = 128 + 15;

  @TempDir Path directory;

  @Test
  void rejectsSecondProcessUntilFirstEnds() throws Exception {
    Process child = ChildJvm.start(StoreServerMain.class, "0", directory.toString());
    try {
      assertNotNull(listening(child.inputReader()));
      IllegalStateException refused =
          assertThrows(
              IllegalStateException.class,
              () -> EmbeddedMongo.start(directory, 0, false, Clock.systemUTC()).close());
      String message = refused.getMessage();
      assertTrue(message.endsWith("is in use by process " + child.pid()), message);
      child.destroy();
      assertTrue(child.waitFor(20, TimeUnit.SECONDS));
      assertEquals(TERMINATED, child.exitValue());
    } finally {
      child.destroyForcibly();
    }
    EmbeddedMongo.start(directory, 0, false, Clock.systemUTC()).close();
  }

  private static String listening(BufferedReader output) throws IOException {
    String line;
    while ((line = output.readLine()) != null) {
      if (line.startsWith("gatehouse store listening on mongodb://127.0.0.1:")) {
        return line;
      }
    }
    return null;
  }

  @Test
  void createsFileWithPrivateMode() throws IOException {
    EmbeddedMongo.start(directory, 0, false, Clock.systemUTC()).close();
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(directory.resolve("documents.db"))));
  }
}
