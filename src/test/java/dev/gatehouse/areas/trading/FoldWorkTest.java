package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.store.blobs.BlobFolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folds during which other writers change the same symbol. */
class FoldWorkTest {
  private static final int ROWS = 500;

  @TempDir Path folder;
  private MarketSetup setup;
  private MarketSetup.Node node;
  private MarketFolds none;
  private MarketAppends appends;
  private final TreeMap<Integer, Double> expected = new TreeMap<>();
  private double price = 1;

  @BeforeEach
  void open() throws Exception {
    setup = new MarketSetup(folder);
    node = setup.node("one");
    none = new MarketFolds(symbol -> Optional.empty());
    appends = node.appends(none);
    add(appends, 0, ROWS);
  }

  @AfterEach
  void close() {
    none.close();
    setup.close();
  }

  /** The bars lie before, inside and after the rows, and replace rows and earlier added bars. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void keepsBarsAddedDuringFold(int seed) throws Exception {
    Random random = new Random(seed);
    addAtRandom(appends, random);
    setup.beforeStore(() -> {
      for (int i = random.nextInt(4); i >= 0; i--) {
        addAtRandom(appends, random);
      }
      appends.tidy();
      return null;
    });
    String before = node.file().copy();
    var folded = node.work.run(MarketSetup.SYMBOL).orElseThrow();
    assertEquals(before, folded.from().copy());
    assertEquals(folded.file().copy(), node.file().copy());
    assertEquals(expected, node.closes());
    assertEquals(expected.size(), node.file().rowCount());
    assertEquals(expected, setup.node("other").closes());
    fold(node);
    assertTrue(node.file().tail().isEmpty());
    assertEquals(expected, node.closes());
  }

  /** Otherwise a symbol to which bars are always added would never be folded. */
  @Test
  void dropsOnlyFoldedBars() throws Exception {
    add(appends, ROWS, 300);
    setup.beforeStore(() -> {
      add(appends, ROWS + 300, 100);
      return null;
    });
    fold(node);
    try (MarketViews.View view = node.files.views().open(node.file())) {
      assertEquals(100, view.tail().size());
    }
    assertEquals(expected, node.closes());
  }

  /** Its digest would hide the damage of the rows that are copied. */
  @Test
  void foldsNoDamagedCopy() throws Exception {
    add(appends, ROWS, 300);
    SymbolFile before = node.file();
    Path copy = new BlobFolder(folder.resolve("blobs")).path(before.copy());
    byte[] bytes = Files.readAllBytes(copy);
    bytes[bytes.length / 3] ^= 1;
    Files.write(copy, bytes);
    var refused = assertThrows(IOException.class, () -> node.work.run(MarketSetup.SYMBOL));
    assertTrue(refused.getMessage().contains("SHA-256 differs"), refused::getMessage);
    assertEquals(before, node.file());
  }

  /** Bars that are added during the fold are written into a blob. More are added meanwhile. */
  @Test
  void keepsBarsAddedWhileRestIsWritten() throws Exception {
    add(appends, ROWS, 300);
    double folded = expected.get(ROWS + 7);
    setup.beforeStore(() -> {
      add(appends, ROWS, 400);
      setup.beforeStore(() -> {
        add(appends, ROWS + 350, 60);
        // The bar has its folded price again, which the blob lacks.
        MarketSetup.add(appends, List.of(MarketSetup.bar(ROWS + 7, folded)));
        expected.put(ROWS + 7, folded);
        return null;
      });
      return null;
    });
    fold(node);
    assertEquals(expected, node.closes());
    assertEquals(61, node.file().tail().latestCount());
    assertFalse(node.file().tail().blob().isEmpty());
  }

  /** Opening a large file takes many times as long as adding a bar. */
  @Test
  void opensNewCopyBeforeBarsAreAdded() throws Exception {
    add(appends, ROWS, 100);
    fold(node);
    assertTrue(setup.opened.contains(node.file().copy()));
    setup.opened.clear();
    add(appends, ROWS + 100, 1);
    assertEquals(Set.of(), setup.opened);
  }

  @Test
  void keepsReplacementOfFoldedBar() throws Exception {
    add(appends, 7, 1);
    setup.beforeStore(() -> {
      add(appends, 7, 1);
      return null;
    });
    fold(node);
    assertEquals(expected, node.closes());
    assertEquals(1, node.file().tail().latestCount());
  }

  @Test
  void discardsCopyIfOtherNodeWasFaster() throws Exception {
    MarketSetup.Node other = setup.node("other");
    add(appends, ROWS, 10);
    setup.beforeStore(() -> {
      fold(other);
      add(other.appends(none), ROWS + 10, 10);
      return null;
    });
    assertTrue(node.work.run(MarketSetup.SYMBOL).isEmpty());
    assertEquals(expected, node.closes());
    assertEquals(expected, other.closes());
  }

  @Test
  void discardsCopyOfDeletedSymbol() throws Exception {
    add(appends, ROWS, 10);
    setup.beforeStore(() -> {
      node.symbols.delete(MarketSetup.SYMBOL, Optional.empty());
      expected.clear();
      add(appends, 3, 4);
      return null;
    });
    assertTrue(node.work.run(MarketSetup.SYMBOL).isEmpty());
    assertEquals(expected, node.closes());
  }

  private static void fold(MarketSetup.Node by) throws Exception {
    assertTrue(by.work.run(MarketSetup.SYMBOL).isPresent());
  }

  private void addAtRandom(MarketAppends to, Random random) throws Exception {
    int count = new int[] {1, 3, 40, 65, 200}[random.nextInt(5)];
    int first = random.nextInt(-300, ROWS + 300);
    add(to, first, count);
  }

  private void add(MarketAppends to, int first, int count) throws Exception {
    List<Bar> bars = new ArrayList<>();
    for (int minute = first; minute < first + count; minute++) {
      bars.add(MarketSetup.bar(minute, price));
      expected.put(minute, price);
    }
    price++;
    MarketSetup.add(to, bars);
  }
}
