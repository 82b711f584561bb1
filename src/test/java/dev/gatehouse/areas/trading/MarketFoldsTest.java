package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Waiting;
import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.contract.ErrorCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests that need a fold share one, which continues when they leave. */
class MarketFoldsTest {
  private static final Deadline PASSED = Deadline.in(Duration.ZERO);
  private static final int TOO_MANY = 16_001;

  @TempDir Path folder;
  private final CountDownLatch gate = new CountDownLatch(1);
  private final AtomicInteger runs = new AtomicInteger();
  private MarketSetup setup;
  private MarketSetup.Node node;
  private MarketFolds folds;
  private MarketAppends appends;

  @BeforeEach
  void open() throws Exception {
    setup = new MarketSetup(folder);
    node = setup.node("one");
    folds = new MarketFolds(this::fold);
    appends = node.appends(folds);
    add(0, 3);
    add(3, 1);
  }

  @AfterEach
  void close() {
    folds.close();
    setup.close();
  }

  private Optional<MarketFolds.Folded> fold(String symbol) throws IOException {
    runs.incrementAndGet();
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    return node.work.run(symbol);
  }

  @Test
  void sharesFoldAmongRequests() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<Optional<MarketFolds.Folded>>> files =
          IntStream.range(0, 8).mapToObj(i -> threads.submit(this::folded)).toList();
      Waiting.until(() -> runs.get() == 1);
      assertDeferred(() -> folds.await(MarketSetup.SYMBOL, PASSED));
      Thread leaving = Thread.currentThread();
      leaving.interrupt();
      assertDeferred(this::folded);
      assertTrue(Thread.interrupted());
      gate.countDown();
      for (Future<Optional<MarketFolds.Folded>> file : files) {
        assertTrue(file.get().orElseThrow().file().tail().isEmpty());
        assertEquals(4, file.get().orElseThrow().file().rowCount());
      }
    }
    assertEquals(4, node.closes().size());
    assertEquals(1, runs.get());
  }

  @Test
  void remembersFailure() {
    try (MarketFolds failing =
        new MarketFolds(symbol -> {
          runs.incrementAndGet();
          throw new IOException("the file is damaged");
        })) {
      for (int i = 0; i < 3; i++) {
        assertThrows(IOException.class, () -> failing.await(MarketSetup.SYMBOL, inTenSeconds()));
      }
    }
    assertEquals(1, runs.get());
  }

  @Test
  void runsAtMostTwoFolds() throws Exception {
    for (String symbol : List.of("A", "B", "C", "A", "D")) {
      folds.schedule(symbol);
    }
    Waiting.until(() -> runs.get() == 2);
    gate.countDown();
    Waiting.until(() -> runs.get() == 4);
  }

  @Test
  void acceptsAppendsDuringFoldUntilTailIsFull() throws Exception {
    add(10, 4_000);
    Waiting.until(() -> runs.get() == 1);
    add(5_000, 50);
    add(6_000, TOO_MANY);
    assertDeferred(() -> appends.add(MarketSetup.SYMBOL, bars(4, 1), Optional.empty(), PASSED));
    gate.countDown();
    add(4, 1);
    assertEquals(4 + 4_000 + 50 + TOO_MANY + 1, node.closes().size());
  }

  /** The move holds no lock while it writes the blob. */
  @Test
  @Timeout(60)
  void acceptsAppendsWhileLatestBarsMove() throws Exception {
    for (int i = 0; i < 40; i++) {
      add(100 + i, 1);
    }
    setup.beforeStore(() -> {
      add(100, 50);
      return null;
    });
    appends.tidy();
    assertEquals(50, node.file().tail().latestCount());
    assertFalse(node.file().tail().blob().isEmpty());
    assertEquals(4 + 50, node.closes().size());
    assertEquals(4 + 50, node.file().rowCount());
  }

  @Test
  void endsFoldWithNode() throws Exception {
    folds.schedule(MarketSetup.SYMBOL);
    Waiting.until(() -> runs.get() == 1);
    folds.close();
    assertFalse(node.file().tail().isEmpty());
    assertDeferred(this::folded);
  }

  private Optional<MarketFolds.Folded> folded() throws IOException {
    return folds.await(MarketSetup.SYMBOL, inTenSeconds());
  }

  private static Deadline inTenSeconds() {
    return Deadline.in(Duration.ofSeconds(10));
  }

  private static void assertDeferred(org.junit.jupiter.api.function.Executable call) {
    ApiException refused = assertThrows(ApiException.class, call);
    assertEquals(ErrorCode.APPEND_DEFERRED, refused.failure().code());
    assertTrue(Integer.parseInt(refused.failure().headers().get("Retry-After")) > 0);
  }

  private void add(int first, int count) throws IOException {
    MarketSetup.add(appends, bars(first, count));
  }

  private static List<Bar> bars(int first, int count) {
    List<Bar> bars = new ArrayList<>();
    IntStream.range(first, first + count).forEach(m -> bars.add(MarketSetup.bar(m, m)));
    return bars;
  }
}
