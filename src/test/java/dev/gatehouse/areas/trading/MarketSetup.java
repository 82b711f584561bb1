package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.Intercepted;
import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;
import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.FileBlobs;
import dev.gatehouse.store.files.DiskSpaceGuard;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.Vertx;

/** Market data over an embedded store, without a node. */
final class MarketSetup implements AutoCloseable {
  static final String SYMBOL = "SPY";
  static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

  private final EmbeddedStore store;
  private final Vertx vertx;
  private final Path folder;

  /** Run on the thread of a fold, when it has read the data and not yet stored its copy. */
  private volatile Callable<?> beforeStore = () -> null;

  /** Number of blobs that were begun. */
  final AtomicInteger begun = new AtomicInteger();

  /** Free bytes of the disk for files that are being written. */
  final AtomicLong free = new AtomicLong(Long.MAX_VALUE);

  /** A node's part of market data. Several share one store. */
  final class Node {
    final SymbolFiles symbols;
    final MarketViews views;

    /** Moves and folds only when a test calls it. */
    final MarketAppends appends;

    private Node(Path own) throws IOException {
      var clock = InstantSource.system();
      var documents = new Documents(store.documents(), new Random(1));
      symbols = new SymbolFiles(documents, new ReplacedBlobs(documents, clock));
      Blobs blobs = watched(FileBlobs.open(folder.resolve("blobs"), 0, new Random()));
      var copies = new OpenCopies(blobs);
      var workshop =
          new CopyWorkshop(
              blobs,
              vertx.createSharedWorkerExecutor("codecs", 2),
              own,
              new DiskSpaceGuard(0, free::get));
      var importer = new Importer(ImportLimits.DEFAULT);
      views = new MarketViews(copies);
      var market = new Market(symbols, workshop, copies, importer, clock, new Semaphore(1));
      appends = new MarketAppends(views, market, work -> {});
    }

    SymbolFile file() {
      return symbols.find(SYMBOL).orElseThrow();
    }

    /** Reads all bars by their minute. */
    TreeMap<Integer, Double> closes() throws IOException {
      TreeMap<Integer, Double> closes = new TreeMap<>();
      try (MarketViews.View view = views.open(file())) {
        MergedBars whole = view.whole();
        for (Bar bar : whole.read(0, (int) whole.rowCount(), Column.STORED).list(SYMBOL)) {
          closes.put((int) Duration.between(FIRST, bar.timeUtc()).toMinutes(), bar.close());
        }
      }
      return closes;
    }
  }

  MarketSetup(Path folder) {
    this.folder = folder;
    store = EmbeddedStore.open(folder.resolve("store"), false);
    vertx = Vertx.vertx();
  }

  Node node(String name) throws IOException {
    return new Node(Files.createDirectories(folder.resolve(name)));
  }

  /**
   * Runs work on the thread of the next fold, when it has read the data and not yet stored its
   * copy.
   */
  void beforeStore(Callable<?> work) {
    beforeStore = work;
  }

  static Bar bar(int minute, double price) {
    Instant time = FIRST.plusSeconds(60L * minute);
    return new Bar(SYMBOL, time, price, price, price, price, null, null, null, null, null);
  }

  static void add(MarketAppends appends, List<Bar> bars) throws IOException {
    appends.add(SYMBOL, bars, Optional.empty());
  }

  /** Runs the hook where a fold begins to write a blob. */
  private Blobs watched(Blobs blobs) {
    return Intercepted.of(
        Blobs.class,
        blobs,
        (method, real) -> {
          if (method.equals("create")) {
            begun.incrementAndGet();
            Callable<?> hook = beforeStore;
            beforeStore = () -> null;
            // A worker of the pool must not wait for another one.
            Concurrently.all(List.of(() -> hook.call()));
          }
          return real.call();
        });
  }

  @Override
  public void close() {
    vertx.close().await();
    store.close();
  }
}
