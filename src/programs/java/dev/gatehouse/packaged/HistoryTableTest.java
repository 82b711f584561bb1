package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.histories.Models;
import dev.gatehouse.histories.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Table of {@code scripts/chaos histories}, and what it reports as not tested. */
class HistoryTableTest {
  private static final String BOOKINGS = "bookings";
  private static final String KEYS = "keys";

  private final HistoryTable table = new HistoryTable(List.of(BOOKINGS, KEYS));
  private final History history = new History();

  private void take(String object, String reply, long invoked, long returned) {
    history.add(
        new History.Name(BOOKINGS, object),
        Models.single(),
        Step.known("take", reply, invoked, returned));
  }

  private void apply(HistoryFault fault, long begin, long end) {
    table.attempted(fault);
    table.applied(fault);
    history.add(new History.Window(fault, "a fault", begin, end));
  }

  @Test
  void namesFaultThatWasNotApplied() {
    table.attempted(HistoryFault.LOSS);
    table.failed(HistoryFault.LOSS, "missing nft");
    table.add(history, List.of());
    assertTrue(table.gaps().contains("loss was never applied: missing nft"));
    assertTrue(table.gaps().contains("kill was never applied: no run has chosen it"));
  }

  @Test
  void namesCheckThatCompletedNothingUnderFault() {
    take("slot", Models.MADE, 50, 60);
    apply(HistoryFault.CUT, 40, 55);
    apply(HistoryFault.PAUSE, 70, 80);
    table.add(history, history.wrong());
    assertFalse(table.gaps().contains("no operation of bookings has completed under cut"));
    assertTrue(table.gaps().contains("no operation of keys has completed under cut"));
    assertTrue(table.gaps().contains("no operation of bookings has completed under pause"));
  }

  @Test
  void countsOnlyKnownOutcomes() {
    take("slot", Models.MADE, 50, 60);
    history.add(new History.Name(BOOKINGS, "slot"), Models.single(), Step.unknown("take", 51));
    history.add(new History.Window(HistoryFault.CUT, "a cut", 40, 70));
    assertEquals(1, history.completed(BOOKINGS, HistoryFault.CUT));
    assertEquals(1, history.unknown(BOOKINGS));
  }

  @Test
  void reportsWrongHistoryWithItsSteps() {
    take("slot", Models.MADE, 50, 60);
    take("slot", Models.MADE, 51, 59);
    take("other", Models.MADE, 51, 59);
    assertEquals(1, history.wrong().size());
    assertTrue(history.wrong().getFirst().text().startsWith("bookings slot: WRONG"));
  }

  /** Two replies to one slot: another winner is possible in a race, but not two or none. */
  @Test
  void findsReplacedReplies() {
    take("slot", Models.MADE, 50, 60);
    take("slot", Models.REFUSED, 51, 61);
    assertEquals(new History.Planted(2, 2), history.plant(BOOKINGS));
    assertEquals(new History.Planted(0, 0), history.plant(KEYS));
  }
}
