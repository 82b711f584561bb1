package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.sun.management.ThreadMXBean;
import dev.gatehouse.areas.trading.marketdata.Bar;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cost of an added bar does not depend on the number of bars in the tail. Their copies would
 * fill the heap with garbage, and collections of it would delay all requests.
 */
class AppendCostTest {
  private static final int TAIL = 10_000;

  /** Enough for a move. */
  private static final int ADDED = 150;

  private static final int BYTES_PER_BAR = 76;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir Path folder;
  private MarketSetup setup;
  private MarketSetup.Node node;
  private MarketFolds none;
  private MarketAppends appends;

  @BeforeEach
  void open() throws Exception {
    setup = new MarketSetup(folder);
    node = setup.node("one");
    none = new MarketFolds(symbol -> Optional.empty());
    appends = node.appends(none);
    add(0, 100);
    add(100, TAIL);
    // The first bar afterwards copies the tail once, with room for more.
    add(100 + TAIL, 1);
  }

  @AfterEach
  void close() {
    none.close();
    setup.close();
  }

  private void add(int first, int count) throws Exception {
    List<Bar> bars =
        IntStream.range(first, first + count).mapToObj(i -> MarketSetup.bar(i, i)).toList();
    MarketSetup.add(appends, bars);
  }

  private void addOneByOne() throws Exception {
    for (int i = 1; i <= ADDED; i++) {
      add(100 + TAIL + i, 1);
    }
  }

  @Test
  void copiesNoTailForAddedBar() throws Exception {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    addOneByOne();
    long each = (THREADS.getCurrentThreadAllocatedBytes() - before) / ADDED;
    assertTrue(each < TAIL * BYTES_PER_BAR / 4, each + " bytes for each added bar");
    appends.tidy();
    int rows = 101 + TAIL + ADDED;
    assertEquals(rows, node.closes().size());
    assertEquals(rows, setup.node("other").closes().size());
  }

  /** A move puts the latest bars into the blob of the tail. The bars remain the same. */
  @Test
  void readsNoTailAfterMove() throws Exception {
    MarketViews views = node.files.views();
    addOneByOne();
    String blob = node.file().tail().blob();
    try (MarketViews.View before = views.open(node.file())) {
      appends.tidy();
      assertNotEquals(blob, node.file().tail().blob(), "nothing was moved");
      add(100 + TAIL + ADDED + 1, 1);
      try (MarketViews.View after = views.open(node.file())) {
        assertSame(before.tail().times(), after.tail().times(), "the bars were read again");
      }
    }
  }
}
