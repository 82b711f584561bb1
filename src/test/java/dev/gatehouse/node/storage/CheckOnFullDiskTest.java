package dev.gatehouse.node.storage;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.SmallDisk;
import dev.gatehouse.Substitute;
import dev.gatehouse.TestClock;
import dev.gatehouse.Waiting;
import dev.gatehouse.node.SlowFiles;
import dev.gatehouse.node.storage.StoreVerification.Cut;
import dev.gatehouse.node.storage.StoreVerification.Run;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.StoreFullException;
import dev.gatehouse.store.blobs.BlobCheck;
import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check of the store under which the disk gets full, and has room again. */
class CheckOnFullDiskTest {
  private static final int MEGABYTES = 12;

  @TempDir Path folder;

  private final SlowFiles slow = new SlowFiles();
  private final AtomicInteger refusedEnds = new AtomicInteger();
  private SmallDisk disk;
  private EmbeddedStore store;
  private Documents documents;
  private StoreVerification one;
  private StoreVerification other;

  @BeforeEach
  void begin() throws Exception {
    disk = SmallDisk.at(folder.resolve("disk"), MEGABYTES);
    store = EmbeddedStore.open(disk.folder().resolve("documents"), false);
    documents = new Documents(noting(store.documents(), refusedEnds), new SecureRandom());
    one = verification();
    other = verification();
    slow.allowed.release();
    assertTrue(one.begin());
    Waiting.until(() -> {
      one.tell();
      return last().files() == 1;
    });
    disk.fill();
    Waiting.until(() -> isRefused(one::tell));
  }

  private StoreVerification verification() {
    var blobs = new BlobFolder(folder.resolve("blobs"));
    return new StoreVerification(
        documents,
        Optional.empty(),
        faults -> new BlobCheck(List.of(slow), blobs, faults),
        new TestClock());
  }

  @AfterEach
  void close() throws Exception {
    if (store != null) {
      one.close();
      other.close();
      store.close();
    }
    if (disk != null) {
      disk.close();
    }
  }

  private static boolean isRefused(Runnable write) {
    try {
      write.run();
      return false;
    } catch (StoreFullException full) {
      return true;
    }
  }

  private record Something(String id) {}

  private void write() {
    documents.collection("something", Something.class).save(new Something("one"), "one");
  }

  private Run last() {
    return other.last().orElseThrow();
  }

  /** It has ended, and could not say so. */
  private void ends() throws Exception {
    slow.allowed.release(SlowFiles.COUNT);
    Waiting.until(() -> refusedEnds.get() > 0);
    assertFalse(last().hasEnded());
  }

  /** The documents, of which it is noted that the end of a check was refused. */
  private static DocumentCommands noting(DocumentCommands all, AtomicInteger refused) {
    return Substitute.of(
        DocumentCommands.class,
        (self, method, arguments) -> {
          try {
            return method.invoke(all, arguments);
          } catch (InvocationTargetException e) {
            if (e.getCause() instanceof StoreFullException
                && Arrays.toString(arguments).contains("\"times.endedAt\":{")) {
              refused.incrementAndGet();
            }
            throw e.getCause();
          }
        });
  }

  /** The result is stored as soon as there is space. */
  @Test
  void savesResultOnceDiskHasSpace() throws Exception {
    ends();
    disk.free();
    Waiting.until(() -> !isRefused(one::tell) && last().hasEnded());
    assertEquals(SlowFiles.COUNT, last().files());
    assertEquals(SlowFiles.COUNT, last().faults().size());
    assertNull(last().times().cut());
    Run kept = last();
    one.tell();
    assertEquals(kept, last());
  }

  @Test
  void savesResultOnShutdown() throws Exception {
    ends();
    disk.free();
    Waiting.until(() -> !isRefused(this::write));
    one.close();
    assertNull(last().times().cut());
    assertEquals(SlowFiles.COUNT, last().faults().size());
  }

  @Test
  void rejectsCancelUntilDiskHasSpace() throws Exception {
    assertThrows(StoreFullException.class, one::cancel);
    assertThrows(StoreFullException.class, other::cancel);
    assertFalse(last().hasEnded());
    assertEquals(1, slow.checks.get());
    disk.free();
    Waiting.until(() -> !isRefused(other::cancel));
    assertEquals(Cut.CANCELLED, last().times().cut());
    one.tell();
    Waiting.until(() -> slow.checks.get() == 0);
    assertEquals(Cut.CANCELLED, last().times().cut());
  }
}
