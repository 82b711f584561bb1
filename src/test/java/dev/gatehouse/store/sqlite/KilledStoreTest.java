package dev.gatehouse.store.sqlite;

import dev.gatehouse.ChildJvm;
import dev.gatehouse.killed.Kills;
import dev.gatehouse.killed.PrintingProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that writes documents with six threads, and blobs. */
@Tag("slow")
class KilledStoreTest {
  private static final int LONGEST_MILLIS = 900;

  @TempDir static Path folder;
  @AutoClose private static PrintingProcess process;
  private static WrittenDocuments documents;
  private static WrittenBlobs blobs;
  private static Kills kills;

  @BeforeAll
  static void killUnderWork() throws Exception {
    Path data = folder.resolve("documents");
    Path root = folder.resolve("blobs");
    process =
        new PrintingProcess(
            last -> ChildJvm.start(StoreUntilKilled.class, data.toString(), root.toString()));
    documents = new WrittenDocuments(data);
    blobs = new WrittenBlobs(root);
    process.add("documents", documents);
    process.add("blobs", blobs);
    kills = new Kills(process, LONGEST_MILLIS, documents, blobs).run();
  }

  /** Indexes agree with the documents after each kill. */
  @Test
  void losesNoAcknowledgedWrites() {
    kills.verify(documents);
  }

  @Test
  void keepsAcknowledgedBlobsComplete() {
    kills.verify(blobs);
  }
}
