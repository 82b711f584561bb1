package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder belongs to one process. A rejected process gets the owner's identity. */
class FolderLockTest {
  @TempDir Path folder;

  private Process holder() {
    return ChildJvm.start(FolderLockHolder.class, folder.toString());
  }

  private String refusal() {
    return assertThrows(IllegalStateException.class, () -> FolderLock.ofData(folder)).getMessage();
  }

  @Test
  void releasesLockWhenProcessIsKilled() throws Exception {
    Process child = holder();
    try {
      assertEquals("held", child.inputReader().readLine());
      assertTrue(refusal().endsWith("is in use by process " + child.pid()), refusal());
    } finally {
      child.destroyForcibly().waitFor();
    }
    FolderLock.ofData(folder).close();
  }

  /** Closing the descriptor of a second attempt must not release the lock of the first. */
  @Test
  void rejectsSecondLockInSameProcess() throws IOException {
    try (FolderLock _ = FolderLock.ofData(folder)) {
      String own = Long.toString(ProcessHandle.current().pid());
      assertTrue(refusal().endsWith("already, by process " + own + ", this one"), refusal());
      Process child = holder();
      try {
        String said = child.inputReader().readLine();
        assertTrue(said.endsWith("is in use by process " + own), said);
      } finally {
        child.destroyForcibly();
      }
    }
    FolderLock.ofData(folder).close();
  }

  @Test
  void locksStoreForOneOwner() {
    try (EmbeddedStore _ = open()) {
      String refused = assertThrows(IllegalStateException.class, this::open).getMessage();
      assertTrue(refused.startsWith("the document store "), refused);
      assertTrue(refused.contains("is in use already, by process "), refused);
    }
    open().close();
  }

  private EmbeddedStore open() {
    return EmbeddedStore.open(folder, false);
  }
}
