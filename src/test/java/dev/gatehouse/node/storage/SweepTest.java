package dev.gatehouse.node.storage;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the sweep takes, when it takes nothing, and when the trash is emptied or restored. */
@Tag("slow")
class SweepTest {
  static final Duration KEPT = Duration.ofDays(7);

  @TempDir Path folder;
  @AutoClose private SweptStore store;

  @BeforeEach
  void open() throws IOException {
    store = new SweptStore(folder);
  }

  @Test
  void movesOrphanToTrashOnSecondSweep() throws IOException {
    String orphan = store.orphan();
    store.sweep.run();
    assertTrue(store.lies(orphan), "seen once");
    store.sweep.run();
    assertEquals(List.of(orphan), store.trash());
    assertFalse(store.lies(orphan));
    assertEquals(new Sweep.Sizes(1, 3), store.sweep.sizes());
    assertEquals(20, store.blobs.count());
  }

  @Test
  void keepsRecentFiles() throws IOException {
    store.storeNamed(20);
    store.stored();
    store.clock.advance(Duration.ofHours(23));
    store.sweepTwice();
    assertEquals(List.of(), store.trash());
  }

  /** The upload is a minute old, and the clock says a year; its document comes a moment later. */
  @Test
  void keepsNewUploadAfterClockJump() throws IOException {
    store.storeNamed(20);
    String fresh = store.stored();
    store.clock.advance(Duration.ofDays(365));
    store.sweep.run();
    store.names.names.add(fresh);
    store.sweep.run();
    assertTrue(store.lies(fresh));
    assertEquals(List.of(), store.said(), "it was never moved");
  }

  @Test
  void movesNothingWhenOverTenPercentAreOrphans() throws IOException {
    store.storeNamed(18);
    String first = store.stored();
    String second = store.stored();
    store.clock.advance(Duration.ofDays(2));
    store.sweepTwice();
    assertEquals(2, store.trash().size(), "a tenth is usual");

    List<String> three = List.of(store.stored(), store.stored(), store.stored());
    store.clock.advance(Duration.ofDays(30));
    store.log.list.clear();
    for (int hour = 0; hour < 2 * KEPT.toHours(); hour++) {
      store.sweep.run();
    }
    assertEquals(Set.of(first, second), Set.copyOf(store.trash()), "and nothing is emptied either");
    for (String orphan : three) {
      assertTrue(store.lies(orphan));
    }
    assertEquals(1, store.said().size(), "said once: " + store.said());
    assertTrue(store.said().getFirst().startsWith("3 of 21 stored files"), store.said()::toString);
    assertTrue(
        store.said().getFirst().contains("scripts/gatehouse trash collect"),
        store.said()::toString);

    assertEquals(3, store.sweep.collect(false).ids().size());
    assertTrue(store.lies(three.getFirst()), "it was only asked");
    assertEquals(Set.copyOf(three), store.sweep.collect(true).ids());
    assertEquals(5, store.trash().size());
  }

  /** The first file of a database that is new, or another: all the older ones stay. */
  @Test
  void keepsUnreferencedFilesAfterOneUpload() throws IOException {
    for (int i = 0; i < 5; i++) {
      store.stored();
    }
    store.clock.advance(Duration.ofDays(2));
    store.storeNamed(1);
    store.sweepTwice();
    assertEquals(6, store.blobs.count());
    assertEquals(List.of(), store.trash());
  }

  @Test
  void skipsFolderWithOtherOrMissingIdentity() throws IOException {
    store.orphan();
    store.sweep.run();
    Path mine = folder.resolve("blobs/identity");
    Files.writeString(mine, "gatehouse-blobs 1\n000000000000000000000001\n");
    store.sweep.run();
    assertEquals(List.of(), store.trash());
    assertThrows(IllegalStateException.class, () -> store.sweep.collect(true));
    assertThrows(IllegalStateException.class, () -> store.sweep.empty());
    Files.delete(mine);
    store.sweep.run();
    assertEquals(List.of(), store.trash(), "nor is one whose disk is gone");
  }

  @Test
  void runsOnOneNodeAtATime() throws IOException {
    store.orphan();
    Sweep other = store.sweepOfANode();
    store.sweep.run();
    other.run();
    other.run();
    assertEquals(List.of(), store.trash(), "the first has the lease");
    store.clock.advance(Duration.ofHours(3));
    other.run();
    other.run();
    assertEquals(1, store.trash().size(), "and has died");
  }

  /** What is known to be replaced is no guess, however large its share is. */
  @Test
  void deletesReplacedFilesWithinHours() throws IOException {
    store.storeNamed(1);
    List<String> old = List.of(store.stored(), store.stored(), store.stored());
    String named = store.names.names.iterator().next();
    store.replaced.add(old);
    store.replaced.add(List.of(named));
    store.clock.advance(Duration.ofHours(1));
    store.sweep.run();
    assertEquals(4, store.blobs.count());
    store.clock.advance(Duration.ofHours(3));
    store.sweep.run();
    assertEquals(1, store.blobs.count());
    assertTrue(store.lies(named), "a note is no proof");
    assertEquals(List.of(), store.replaced.before(store.clock.instant().plus(Duration.ofDays(1))));
    assertEquals(List.of(), store.trash());
  }

  @Test
  void deletesAbandonedPartialFilesOnly() throws IOException {
    Path unfinished = folder.resolve("blobs/unfinished");
    Path dead = Files.writeString(unfinished.resolve("dead.part"), "half");
    Path living = Files.writeString(unfinished.resolve("living.part"), "half");
    store.clock.advance(Duration.ofDays(365));
    store.sweep.run();
    assertTrue(Files.exists(dead), "seen once, by a clock that may have jumped");
    Files.setLastModifiedTime(living, FileTime.from(Instant.now().plus(Duration.ofDays(365))));
    store.sweep.run();
    assertFalse(Files.exists(dead));
    assertTrue(Files.exists(living));
  }

  @Test
  void emptiesTrashAfterWeekByClockAndSweepCount() throws IOException {
    String orphan = store.orphan();
    store.sweepTwice();
    store.clock.advance(Duration.ofDays(365));
    for (int hour = 1; hour < KEPT.toHours(); hour++) {
      store.sweep.run();
    }
    assertEquals(List.of(orphan), store.trash(), "a clock that jumps is not enough");
    store.sweep.run();
    assertEquals(List.of(), store.trash());
    assertFalse(store.lies(orphan));
  }

  @Test
  void keepsTrashWhenSweepsRunTooFast() throws IOException {
    String orphan = store.orphan();
    store.sweepTwice();
    store.clock.advance(Duration.ofDays(6));
    for (int hour = 0; hour < 2 * KEPT.toHours(); hour++) {
      store.sweep.run();
    }
    assertEquals(List.of(orphan), store.trash());
    Files.delete(folder.resolve("blobs/trash/hours"));
    store.clock.advance(Duration.ofDays(2));
    store.sweep.run();
    assertEquals(List.of(orphan), store.trash(), "a count that was lost begins again");
  }

  @Test
  void restoresFileReferencedDuringMove() throws IOException {
    String late = store.orphan();
    store.sweep.run();
    store.names.late.add(late);
    store.sweep.run();
    assertTrue(store.lies(late));
    assertEquals(List.of(), store.trash());
  }

  @Test
  void restoresFileReferencedAgainLater() throws IOException {
    String orphan = store.orphan();
    store.sweepTwice();
    for (int hour = 0; hour < KEPT.toHours(); hour++) {
      store.sweep.run();
    }
    store.clock.advance(Duration.ofDays(30));
    store.names.names.add(orphan);
    store.sweep.run();
    assertTrue(store.lies(orphan));
  }
}
