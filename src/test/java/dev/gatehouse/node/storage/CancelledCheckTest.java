package dev.gatehouse.node.storage;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.Waiting;
import dev.gatehouse.node.SlowFiles;
import dev.gatehouse.node.storage.StoreVerification.Cut;
import dev.gatehouse.node.storage.StoreVerification.Run;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.blobs.BlobCheck;
import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.blobs.BlobOwner;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check of the store that its owner cancels, at the node that makes it or at another. */
@Tag("slow")
class CancelledCheckTest {
  private static final int FILES = SlowFiles.COUNT;

  @TempDir Path folder;

  private final TestClock clock = new TestClock();
  private final Vertx vertx = Vertx.vertx();
  private DocumentServer store;
  private Documents documents;
  private SlowFiles slow;
  private StoreVerification one;
  private StoreVerification other;

  @BeforeEach
  void open() {
    store = DocumentServer.start();
    documents = TestDocuments.at(vertx, store.url());
    slow = new SlowFiles();
    one = verification(slow);
    other = verification(slow);
  }

  private StoreVerification verification(BlobOwner... owners) {
    var blobs = new BlobFolder(folder.resolve("blobs"));
    return new StoreVerification(
        documents,
        Optional.empty(),
        faults -> new BlobCheck(List.of(owners), blobs, faults),
        clock);
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
    vertx.close().await();
    store.close();
  }

  /** Starts a check that has read and reported some files. */
  private Run begun(StoreVerification node, int files) throws Exception {
    slow.allowed.release(files);
    assertTrue(node.begin());
    Waiting.until(() -> {
      node.tell();
      return last().files() == files && last().faults().size() == files;
    });
    return last();
  }

  private Run last() {
    return one.last().orElseThrow();
  }

  private static Cut cutOf(Optional<Run> run) {
    return run.orElseThrow().times().cut();
  }

  private void assertNobodyIsAtIt() throws Exception {
    Waiting.until(() -> slow.checks.get() == 0);
  }

  @Test
  void keepsCountsAndFaultsAfterCancel() throws Exception {
    Run running = begun(one, 3);
    assertTrue(running.isUnderWay(clock.instant()));
    Run cancelled = one.cancel().orElseThrow();
    assertEquals(Cut.CANCELLED, cancelled.times().cut());
    assertEquals(3, cancelled.files());
    assertEquals(running.faults(), cancelled.faults());
    assertTrue(cancelled.faults().getFirst().contains("audio 0"), cancelled::toString);
    assertNobodyIsAtIt();
    one.tell();
    assertEquals(cancelled, last());
    assertEquals(Optional.of(cancelled), other.cancel());
  }

  @Test
  void stopsWhenCancelledFromAnotherNode() throws Exception {
    begun(one, 2);
    assertEquals(Cut.CANCELLED, cutOf(other.cancel()));
    assertEquals(1, slow.checks.get());
    Run cancelled = last();
    one.tell();
    assertNobodyIsAtIt();
    assertEquals(cancelled, last());
  }

  @Test
  void startsNextCheckRightAfterCancel() throws Exception {
    begun(one, 1);
    one.cancel();
    assertTrue(one.begin());
    assertFalse(other.begin());
    one.tell();
    other.tell();
    slow.allowed.release(FILES);
    Waiting.until(() -> last().hasEnded());
    assertEquals(null, last().times().cut());
    assertEquals(FILES, last().files());
  }

  /** The node that made the cancelled one has not looked yet when another makes the next. */
  @Test
  void startsNextCheckOnOtherNodeBeforeOldOneEnds() throws Exception {
    begun(one, 1);
    other.cancel();
    assertTrue(other.begin());
    Run next = last();
    Waiting.until(() -> slow.checks.get() == 2);
    one.tell();
    Waiting.until(() -> slow.checks.get() == 1);
    slow.allowed.release(FILES);
    Waiting.until(() -> last().hasEnded());
    assertEquals(next.run(), last().run());
    assertEquals(null, last().times().cut());
    assertEquals(FILES, last().files());
  }

  @Test
  void changesNothingWhenNoCheckRuns() throws Exception {
    assertEquals(Optional.empty(), one.cancel());
    slow.allowed.release(FILES);
    assertTrue(one.begin());
    Waiting.until(() -> last().hasEnded());
    Run done = last();
    assertEquals(Optional.of(done), one.cancel());
    assertEquals(Optional.of(done), other.cancel());
    assertEquals(null, last().times().cut());
  }

  /** The reported end remains true, for either order of end and cancellation. */
  @Test
  void keepsReportedOutcomeWhenCancelRacesWithEnd() throws Exception {
    StoreVerification quick = verification();
    for (int round = 0; round < 100; round++) {
      assertTrue(quick.begin());
      Run reported = (round % 2 == 0 ? quick : other).cancel().orElseThrow();
      assertTrue(reported.hasEnded(), reported::toString);
      quick.tell();
      assertEquals(reported, last());
    }
    quick.close();
    assertTrue(last().hasEnded());
  }

  @Test
  void cancelsAndRestartsCheckOfLostNode() throws Exception {
    Run lost = begun(one, 2);
    clock.advance(Duration.ofSeconds(31));
    assertFalse(last().isUnderWay(clock.instant()));
    assertEquals(Cut.CANCELLED, cutOf(other.cancel()));
    assertEquals(lost.files(), last().files());
    assertTrue(other.begin());
    Run next = last();
    // It was frozen only, and finds out.
    one.tell();
    assertEquals(next, last());
    Waiting.until(() -> slow.checks.get() == 1);
  }

  /** The next check need not wait for the lease to expire. */
  @Test
  void marksCheckInterruptedWhenNodeStops() throws Exception {
    begun(one, 2);
    one.close();
    assertNobodyIsAtIt();
    Run cut = other.last().orElseThrow();
    assertEquals(Cut.INTERRUPTED, cut.times().cut());
    assertEquals(2, cut.files());
    assertTrue(other.begin());
  }

  /** As an older release has stored it, which may be at it still. */
  @Test
  void cancelsCheckStoredByOlderRelease() {
    record Times(Instant startedAt, Instant seenAt, Instant endedAt) {}

    record Old(String id, Times times, long documents, long files, List<String> faults) {}

    Instant now = clock.instant();
    documents
        .collection("storeChecks", Old.class)
        .save(new Old("last", new Times(now, now, null), 5, 6, List.of()), "last");
    assertTrue(last().isUnderWay(now));
    assertFalse(one.begin());
    Run cancelled = one.cancel().orElseThrow();
    assertEquals(Cut.CANCELLED, cancelled.times().cut());
    assertEquals(6, cancelled.files());
    assertTrue(one.begin());
  }
}
