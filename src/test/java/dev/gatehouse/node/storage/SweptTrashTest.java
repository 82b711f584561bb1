package dev.gatehouse.node.storage;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the trash is emptied, and what comes back from it. */
@Tag("slow")
class SweptTrashTest {
  private static final Duration KEPT = SweepTest.KEPT;

  @TempDir Path folder;
  private SweptStore store;

  @BeforeEach
  void open() throws IOException {
    store = new SweptStore(folder);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void emptiesTrashAfterWeekByClockAndSweepCount() throws IOException {
    store.storeNamed(20);
    String orphan = store.stored();
    store.clock.advance(Duration.ofDays(2));
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
    store.storeNamed(20);
    String orphan = store.stored();
    store.clock.advance(Duration.ofDays(2));
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
    store.storeNamed(20);
    String late = store.stored();
    store.clock.advance(Duration.ofDays(2));
    store.sweep.run();
    store.names.late.add(late);
    store.sweep.run();
    assertTrue(store.lies(late));
    assertEquals(List.of(), store.trash());
  }

  @Test
  void restoresFileReferencedAgainLater() throws IOException {
    store.storeNamed(20);
    String orphan = store.stored();
    store.clock.advance(Duration.ofDays(2));
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
