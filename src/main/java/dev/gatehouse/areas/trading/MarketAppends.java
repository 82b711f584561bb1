package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.ColumnUse;
import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import dev.gatehouse.areas.trading.marketdata.serving.Fold;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.LocalBlob;
import dev.gatehouse.time.StoredTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds bars to a symbol's data at a cost proportional to the added bars. A few bars go into the
 * symbol's document in one write. In the background they are moved into a small blob, the tail. A
 * long tail is folded: all data are written into a new serving copy.
 */
final class MarketAppends {
  private static final Logger LOG = LoggerFactory.getLogger(MarketAppends.class);

  /**
   * Maximum number of bars per request that are stored in the document. More bars justify a blob.
   */
  private static final int MAX_SMALL = 64;

  /** Maximum number of latest bars in a document. They are normally moved long before. */
  private static final int MAX_LATEST = 256;

  /** Number of latest bars that are moved. */
  private static final int MOVED = 64;

  /** Number of bars in a tail above which it is folded. */
  private static final int FOLDED = 4_000;

  /**
   * The same for bars within the time range of the serving copy. A cold reader looks up each of
   * them.
   */
  private static final int FOLDED_OVERLAPPING = 500;

  /** Number of bars in a tail above which an append folds it first. */
  private static final int MAX_TAIL = 16_000;

  private final SymbolFiles symbols;
  private final MarketViews views;
  private final CopyWorkshop workshop;
  private final Importer importer;
  private final SymbolWrites writes;
  private final Market market;
  private final Executor background;
  private final InstantSource clock;

  /** Symbols with work for {@link #tidy}. */
  private final Set<String> due = ConcurrentHashMap.newKeySet();

  MarketAppends(
      SymbolFiles symbols,
      MarketViews views,
      CopyWorkshop workshop,
      Importer importer,
      Market market,
      Executor background,
      InstantSource clock) {
    this.symbols = symbols;
    this.views = views;
    this.workshop = workshop;
    this.importer = importer;
    this.writes = new SymbolWrites(symbols, workshop);
    this.market = market;
    this.background = background;
    this.clock = clock;
  }

  /** Adds bars to a symbol's data, either all or none. */
  Market.Taken add(String symbol, List<Bar> bars, Optional<String> seen) throws IOException {
    check(bars, symbol);
    SymbolFile file =
        writes.alone(
            symbol,
            () -> {
              Optional<SymbolFile> before = market.read(symbol, seen);
              return before.isPresent() ? append(before.get(), bars) : begin(symbol, bars);
            });
    if (file.tail().latestCount() >= MOVED) {
      schedule(symbol);
    }
    return new Market.Taken(file, Importer.warnings(bars), ColumnUse.NONE);
  }

  private void schedule(String symbol) {
    if (due.add(symbol)) {
      background.execute(() -> tidy(symbol));
    }
  }

  /** Repeats moves and folds that have failed. Must be called regularly. Blocks. */
  void tidy() {
    List.copyOf(due).forEach(this::tidy);
  }

  private void tidy(String symbol) {
    try {
      due.remove(symbol);
      boolean isLong = writes.alone(symbol, () -> moved(symbol));
      if (isLong) {
        folded(symbol);
      }
    } catch (IOException | RuntimeException e) {
      due.add(symbol);
      LOG.warn("added bars could not be merged symbol={} cause={}", symbol, e.toString());
    }
  }

  /** Returns whether the tail must be folded; empty if another writer was faster. */
  private Optional<Boolean> moved(String symbol) throws IOException {
    Optional<SymbolFile> found = symbols.find(symbol);
    if (found.isEmpty()) {
      return Optional.of(false);
    }
    SymbolFile file = found.get();
    try (MarketViews.View view = views.open(file)) {
      if (isLong(view.whole())) {
        return Optional.of(true);
      }
      if (file.tail().latestCount() < MOVED) {
        return Optional.of(false);
      }
      return moved(file, file, file.tail().revision(), view.tail()).map(done -> false);
    }
  }

  /** Writes all data of a symbol into its serving copy. */
  Optional<SymbolFile> folded(String symbol) throws IOException {
    return writes.alone(
        symbol,
        () -> {
          Optional<SymbolFile> file = symbols.find(symbol);
          if (file.isEmpty() || file.get().tail().isEmpty()) {
            return Optional.of(file);
          }
          return fold(file.get()).map(Optional::of);
        });
  }

  private Optional<SymbolFile> fold(SymbolFile from) throws IOException {
    Bars tail;
    try (MarketViews.View view = views.open(from)) {
      tail = view.tail();
    }
    Blob copy =
        workshop
            .make(target -> {
              try (LocalBlob stored = workshop.local(from.copy())) {
                CopyWorkshop.mustBeIntact(stored.path(), from.copySha256());
                Fold.write(stored.path(), tail, target);
              }
              return null;
            })
            .blob();
    return writes.swapped(copy, Optional.of(from), () -> from.in(copy, from.tail().revision()));
  }

  private Optional<SymbolFile> begin(String symbol, List<Bar> bars) {
    Blob copy = workshop.make(target -> importer.create(bars, symbol, target)).blob();
    return writes.swapped(copy, Optional.empty(), () -> market.describe(symbol, copy, "", copy));
  }

  private Optional<SymbolFile> append(SymbolFile before, List<Bar> bars) throws IOException {
    try (MarketViews.View view = views.open(before)) {
      if (view.tail().size() > MAX_TAIL) {
        fold(before);
        return Optional.empty();
      }
      String lines = BarLines.of(bars);
      MergedBars whole =
          MergedBars.of(view.whole().copy(), view.tail().with(BarLines.latest(before.id(), lines)));
      requireRoom(before.id(), whole);
      Optional<SymbolFile> next = stored(before, lines, bars.size(), whole);
      next.ifPresent(file -> views.keep(file, whole));
      if (next.isPresent() && isLong(whole)) {
        schedule(before.id());
      }
      return next;
    }
  }

  private static boolean isLong(MergedBars whole) {
    return whole.overlay().size() > FOLDED || whole.overlapping() > FOLDED_OVERLAPPING;
  }

  private Optional<SymbolFile> stored(
      SymbolFile before, String lines, int count, MergedBars whole) {
    SymbolFile.Rows rows =
        new SymbolFile.Rows(whole.rowCount(), whole.firstTime(), whole.lastTime());
    if (count <= MAX_SMALL && before.tail().latestCount() + count <= MAX_LATEST) {
      SymbolFile next = before.changed(before.tail().with(lines), rows, StoredTime.now(clock));
      return Optional.of(next).filter(file -> symbols.replace(before, file));
    }
    SymbolFile changed = before.changed(before.tail(), rows, StoredTime.now(clock));
    return moved(before, changed, before.tail().revised(lines), whole.overlay());
  }

  /** Moves all bars of the tail into a separate blob. */
  private Optional<SymbolFile> moved(
      SymbolFile before, SymbolFile next, String revision, Bars tail) {
    List<Bar> list = tail.list(before.id());
    Blob blob = workshop.make(target -> importer.create(list, before.id(), target)).blob();
    AppendBuffer moved = before.tail().in(blob.id(), blob.sha256(), revision);
    return writes.swapped(blob, Optional.of(before), () -> next.with(moved));
  }

  private void requireRoom(String symbol, MergedBars whole) {
    if (whole.rowCount() > importer.maxRows()) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID,
          "with these bars %s would have more than %s rows".formatted(symbol, importer.maxRows()));
    }
  }

  static void check(List<Bar> bars, String symbol) {
    try {
      Importer.check(bars, symbol);
    } catch (BadMarketData e) {
      throw ApiException.of(ErrorCode.CONTENT_INVALID, e.getMessage());
    }
  }

  /**
   * Changes of symbols' documents. Each change is one conditional write, which fails if the
   * document changed since it was read. On one node, writers of a symbol wait for each other.
   * Between nodes, the writer that fails reads the document again.
   */
  private static final class SymbolWrites {
    private static final int TRIES = 50;
    private static final int RETRY_SECONDS = 1;
    private static final int LOCKS = 64;

    private final SymbolFiles symbols;
    private final CopyWorkshop workshop;
    private final List<ReentrantLock> locks =
        IntStream.range(0, LOCKS).mapToObj(n -> new ReentrantLock(true)).toList();

    SymbolWrites(SymbolFiles symbols, CopyWorkshop workshop) {
      this.symbols = symbols;
      this.workshop = workshop;
    }

    /** An attempt to change a symbol's document. Empty if another writer was faster. */
    interface Try<T> {
      Optional<T> run() throws IOException;
    }

    /**
     * Retries until no other writer interferes. Allows one writer per symbol at a time on this
     * node.
     */
    <T> T alone(String symbol, Try<T> work) throws IOException {
      ReentrantLock lock = locks.get(Math.floorMod(symbol.hashCode(), LOCKS));
      lock.lock();
      try {
        for (int attempt = 0; attempt < TRIES; attempt++) {
          Optional<T> done = work.run();
          if (done.isPresent()) {
            return done.get();
          }
        }
      } finally {
        lock.unlock();
      }
      throw ApiException.busy(
          ErrorCode.WRITE_CONTENTION, symbol + " is being changed by other nodes", RETRY_SECONDS);
    }

    /** Returns empty if another writer was faster. The blob is deleted then. */
    Optional<SymbolFile> swapped(
        Blob blob, Optional<SymbolFile> before, CopyWorkshop.Naming<SymbolFile> naming) {
      Optional<SymbolFile> won =
          workshop.keep(
              blob, () -> Optional.of(naming.run()).filter(next -> symbols.replaced(before, next)));
      if (won.isEmpty()) {
        workshop.discard(blob.id());
      }
      return won;
    }
  }
}
