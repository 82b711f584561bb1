package dev.gatehouse.killed;

import static dev.gatehouse.areas.commerce.printshop.PrintfulSimulator.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.areas.commerce.printshop.PrintfulSimulator;

/**
 * A copy of the print shop's orders that is killed while a page is being requested. It continues
 * behind the last stored page: only a page whose answer was lost is requested again.
 */
final class PrintshopSync extends PrintedWork {
  private static final int ORDERS = 5_000;
  private static final int PAGES = 50;

  private final PrintfulSimulator provider;
  private List<String> summary = List.of();
  private int allowed;

  PrintshopSync(KilledAreas areas) {
    provider = areas.printshop();
    long latest = Instant.parse("2025-12-31T00:00:00Z").getEpochSecond();
    provider.makes(
        ORDERS, i -> order(ORDERS - i, latest - 3600L * i, "fulfilled", "10.01", "4.00"));
    provider.before(this::answerOrHold);
    areas.add("sync", this);
  }

  @Override
  protected synchronized void begins() {
    allowed += PAGES / (Kills.number() + 1);
    notifyAll();
  }

  @Override
  protected synchronized void ends() {
    allowed = Integer.MAX_VALUE;
    notifyAll();
  }

  /** Holds the answer to a page until the next process starts, if the round has no page left. */
  private synchronized void answerOrHold() {
    int page = new HashSet<>(provider.offsets()).size();
    if (page > allowed) {
      printed("held");
    }
    try {
      while (page > allowed) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  protected boolean note(String[] words) {
    if (words[0].equals("summary")) {
      summary = List.of(words);
      return false;
    }
    return true;
  }

  @Override
  public void checkAtEnd(Random random) throws Exception {
    check(random);
    assertEquals(List.of("summary", "5000", "50050.0", "20000.0"), summary);
    // After the last page, another copy may begin.
    List<Integer> all = List.copyOf(provider.offsets());
    List<Integer> offsets = all.subList(0, all.indexOf(Collections.max(all)) + 1);
    int again = 0;
    for (int i = 1; i < offsets.size(); i++) {
      int page = i;
      assertTrue(offsets.get(i) >= offsets.get(i - 1), () -> "back at " + page + ": " + offsets);
      if (offsets.get(i).equals(offsets.get(i - 1))) {
        again++;
      }
    }
    // A killed process may have asked for a page that it had not stored yet.
    assertTrue(again <= Kills.number(), () -> "requested again: " + offsets);
  }
}
