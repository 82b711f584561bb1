package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.blobs.BlobFolder;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folds and moves of added bars while other writers change the same symbol. */
class FoldTest {
  private static final int ROWS = 500;
  private static final int TOO_MANY = 16_001;

  @TempDir Path folder;
  @AutoClose private MarketSetup setup;
  private MarketSetup.Node node;
  private MarketSetup.Node other;
  private final TreeMap<Integer, Double> expected = new TreeMap<>();
  private double price = 1;

  @BeforeEach
  void open() throws Exception {
    setup = new MarketSetup(folder);
    node = setup.node("one");
    other = setup.node("other");
    add(node, 0, ROWS);
  }

  /** The bars lie before, inside and after the rows, and replace rows and earlier added bars. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void keepsBarsThatAnotherNodeAddsMeanwhile(int seed) throws Exception {
    Random random = new Random(seed);
    addAtRandom(node, random);
    String before = node.file().copy();
    setup.beforeStore(() -> {
      for (int i = random.nextInt(4); i >= 0; i--) {
        addAtRandom(other, random);
      }
      other.appends.tidy();
      return null;
    });
    assertTrue(fold().orElseThrow().tail().isEmpty());
    assertTrue(!before.equals(node.file().copy()));
    assertHasAll();
  }

  @Test
  void keepsBarsAddedToOneNodeAtOnce() throws Exception {
    List<Callable<Object>> calls = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Bar bar = MarketSetup.bar(ROWS + i, i);
      expected.put(ROWS + i, (double) i);
      calls.add(() -> {
        MarketSetup.add(node.appends, List.of(bar));
        return fold();
      });
    }
    Concurrently.all(calls);
    assertTrue(node.file().tail().isEmpty());
    assertHasAll();
  }

  /** Its digest would hide the damage of the rows that are copied. */
  @Test
  void foldsNoDamagedCopy() throws Exception {
    add(node, ROWS, 300);
    SymbolFile before = node.file();
    Path copy = new BlobFolder(folder.resolve("blobs")).path(before.copy());
    byte[] bytes = Files.readAllBytes(copy);
    bytes[bytes.length / 3] ^= 1;
    Files.write(copy, bytes);
    Exception refused = assertThrows(Exception.class, () -> fold());
    assertTrue(refused.toString().contains("SHA-256 differs"), refused::toString);
    assertEquals(before, node.file());
  }

  @Test
  void movesLatestBarsWhileMoreAreAdded() throws Exception {
    for (int i = 0; i < 70; i++) {
      add(node, 600 + i, 1);
    }
    setup.beforeStore(() -> {
      add(other, 600, 50);
      return null;
    });
    node.appends.tidy();
    assertEquals(0, node.file().tail().latestCount());
    assertTrue(!node.file().tail().blob().isEmpty());
    assertHasAll();
  }

  @Test
  void foldsFullTailBeforeAppend() throws Exception {
    add(node, ROWS, TOO_MANY);
    add(node, 3, 1);
    assertEquals(1, node.file().tail().latestCount());
    assertTrue(node.file().tail().blob().isEmpty());
    assertHasAll();
  }

  @Test
  void foldsLongTailInBackground() throws Exception {
    add(node, ROWS, 4_000);
    node.appends.tidy();
    assertTrue(!node.file().tail().isEmpty());
    add(node, ROWS + 4_000, 1);
    node.appends.tidy();
    assertTrue(node.file().tail().isEmpty());
    add(node, 0, ROWS);
    add(node, ROWS, 1);
    node.appends.tidy();
    assertTrue(node.file().tail().isEmpty(), "501 bars overlap");
    assertHasAll();
  }

  @Test
  void foldsNothingOfDeletedSymbol() throws Exception {
    add(node, ROWS, 10);
    setup.beforeStore(() -> {
      node.symbols.delete(MarketSetup.SYMBOL, Optional.empty());
      expected.clear();
      add(other, 3, 4);
      return null;
    });
    assertTrue(fold().isPresent());
    assertHasAll();
    node.symbols.delete(MarketSetup.SYMBOL, Optional.empty());
    assertTrue(fold().isEmpty());
  }

  /** Neither a second fold for the bars of the other node, nor a loss of them. */
  @Test
  void endsWhenAnotherNodeHasFolded() throws Exception {
    add(node, ROWS, 4_000);
    add(node, ROWS + 4_000, 1);
    add(other, ROWS + 4_001, 1);
    setup.beforeStore(() -> {
      other.appends.tidy();
      add(other, 3, 1);
      return null;
    });
    int before = setup.begun.get();
    node.appends.tidy();
    assertEquals(2, setup.begun.get() - before);
    assertEquals(1, node.file().tail().latestCount());
    assertHasAll();
  }

  @Test
  void foldsOnceForConcurrentAppends() throws Exception {
    add(node, ROWS, TOO_MANY);
    int before = setup.begun.get();
    Callable<Object> fold =
        () -> node.appends.folded(MarketSetup.SYMBOL, file -> !file.tail().blob().isEmpty());
    Concurrently.all(Collections.nCopies(8, fold));
    assertEquals(1, setup.begun.get() - before);
    assertHasAll();
  }

  @Test
  void givesUpFoldThatAnotherNodeKeepsOvertaking() throws Exception {
    add(node, ROWS, 100);
    int before = setup.begun.get();
    setup.beforeStore(this::overtake);
    ApiException refused = assertThrows(ApiException.class, this::fold);
    assertEquals(ErrorCode.WRITE_CONTENTION, refused.failure().code());
    assertEquals(3, setup.begun.get() - before);
    assertHasAll();
  }

  private Object overtake() throws Exception {
    setup.beforeStore(this::overtake);
    add(other, 3, 1);
    return null;
  }

  /** Nothing is written, and only every sixth run tries again. */
  @Test
  void foldsAfterDiskHasSpaceAgain() throws Exception {
    add(node, ROWS, 4_001);
    SymbolFile before = node.file();
    int begun = setup.begun.get();
    setup.free.set(100);
    node.appends.tidy();
    setup.free.set(Long.MAX_VALUE);
    for (int i = 0; i < 5; i++) {
      node.appends.tidy();
      assertEquals(before, node.file());
    }
    assertEquals(begun, setup.begun.get());
    node.appends.tidy();
    assertTrue(node.file().tail().isEmpty());
    assertHasAll();
  }

  private Optional<SymbolFile> fold() throws IOException {
    return node.appends.folded(MarketSetup.SYMBOL, file -> true);
  }

  private void assertHasAll() throws Exception {
    assertEquals(expected, node.closes());
    assertEquals(expected.size(), node.file().rowCount());
    assertEquals(expected, other.closes());
    assertEquals(expected, setup.node("third").closes());
  }

  private void addAtRandom(MarketSetup.Node to, Random random) throws Exception {
    int count = new int[] {1, 3, 40, 65, 200}[random.nextInt(5)];
    add(to, random.nextInt(-300, ROWS + 300), count);
  }

  private void add(MarketSetup.Node to, int first, int count) throws Exception {
    List<Bar> bars = new ArrayList<>();
    for (int minute = first; minute < first + count; minute++) {
      bars.add(MarketSetup.bar(minute, price));
      expected.put(minute, price);
    }
    price++;
    MarketSetup.add(to.appends, bars);
  }
}
