package dev.gatehouse.killed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.TestNode;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a packaged node while files are uploaded, a symbol is replaced and read, bars are appended
 * and log entries are written. All tests share the kills; each checks one kind of work.
 */
@Tag("slow")
class KilledNodeTest {
  private static final int LONGEST_MILLIS = 2_000;

  @TempDir static Path folder;
  @AutoClose private static KilledPackagedNode node;
  private static Uploads uploads;
  @AutoClose private static ReplacedSymbol replaced;
  private static AppendedBars appended;
  private static LogEntries entries;
  private static Kills kills;

  @BeforeAll
  @Timeout(600)
  static void killUnderWork() throws Exception {
    node = new KilledPackagedNode(folder.resolve("data"));
    uploads = new Uploads(node);
    replaced = new ReplacedSymbol(node, folder);
    appended = new AppendedBars(node);
    entries = new LogEntries(node);
    kills =
        new Kills(node, LONGEST_MILLIS, replaced, replaced.readers(), uploads, appended, entries)
            .run();
  }

  @Test
  void losesNoAcknowledgedUploads() {
    kills.verify(uploads);
  }

  @Test
  void keepsEachSymbolAtOneCompleteVersion() {
    kills.verify(replaced);
    kills.verify(replaced.readers());
  }

  @Test
  void losesNoAcknowledgedBars() {
    kills.verify(appended);
  }

  @Test
  void losesNoAcknowledgedLogEntries() {
    kills.verify(entries);
  }

  /** Interrupted uploads leave files that nothing refers to, until the sweep of a day later. */
  @Test
  void leavesNoFilesOfInterruptedUploads() throws Exception {
    appended.delete();
    node.clear();
    assertEquals(
        uploads.listed().size() + replaced.blobs(),
        TestNode.blobs(folder.resolve("data/blobs")).size());
  }
}
