package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.ColumnUse;
import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.time.StoredTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds bars to a symbol's data at a cost proportional to the added bars. A few bars go into the
 * symbol's document in one write. They are moved into a small blob, the tail, in the background.
 * When the tail has grown, a fold moves all data into a new serving copy while more bars are added.
 */
final class MarketAppends {
  private static final Logger LOG = LoggerFactory.getLogger(MarketAppends.class);

  /**
   * Maximum number of bars per request that are stored in the document. More bars justify a blob.
   */
  private static final int MAX_SMALL = 64;

  /** Maximum number of latest bars in a document. They are normally moved long before. */
  private static final int MAX_LATEST = 256;

  /** Minimum number of latest bars that are moved. */
  private static final int MIN_MOVED = 32;

  private static final int MAX_MOVED = 128;

  /** A move writes the whole tail, so a larger tail is written less often. */
  private static final int TAIL_BARS_PER_MOVED = 32;

  /** Number of tail bars above which appends wait for the fold. */
  private static final int MAX_TAIL = 16_000;

  private final MarketFiles files;
  private final Market market;
  private final MarketFolds folds;
  private final Executor moves;
  private final InstantSource clock;

  /** Symbols whose latest bars must be moved. */
  private final Set<String> due = ConcurrentHashMap.newKeySet();

  /**
   * @param moves moves latest bars of symbols into tails in the background
   */
  MarketAppends(
      MarketFiles files, Market market, MarketFolds folds, Executor moves, InstantSource clock) {
    this.files = files;
    this.market = market;
    this.folds = folds;
    this.moves = moves;
    this.clock = clock;
  }

  /**
   * Result of an attempt to add bars.
   *
   * @param file null if the tail is full
   * @param tail number of bars in the tail
   */
  private record Outcome(SymbolFile file, int tail) {}

  /** Bars of a request, and their lines in the document. */
  private record Added(List<Bar> bars, String lines) {
    /** Returns the bars as a reader of the document gets them. */
    Bars sorted(String symbol) {
      return BarLines.latest(symbol, lines);
    }
  }

  /**
   * Adds bars to a symbol's data, either all or none. Waits for the fold if the tail is full.
   *
   * @param seen as {@link Call#seen}
   * @throws dev.gatehouse.bus.ApiException 503 if the tail remains full until the deadline
   */
  Market.Taken add(String symbol, List<Bar> bars, Optional<String> seen, Deadline deadline)
      throws IOException {
    check(bars, symbol);
    Added added = new Added(bars, BarLines.of(bars));
    Outcome outcome = tried(symbol, added, seen);
    while (outcome.file() == null) {
      folds.await(symbol, deadline);
      outcome = tried(symbol, added, seen);
    }
    SymbolFile file = outcome.file();
    int many = Math.clamp(outcome.tail() / TAIL_BARS_PER_MOVED, MIN_MOVED, MAX_MOVED);
    if (file.tail().latestCount() >= many && due.add(symbol)) {
      moves.execute(() -> tryMove(symbol));
    }
    return new Market.Taken(file, Importer.warnings(bars), ColumnUse.NONE);
  }

  private Outcome tried(String symbol, Added added, Optional<String> seen) throws IOException {
    return files
        .writes()
        .alone(
            symbol,
            () -> {
              Optional<SymbolFile> before = market.read(symbol, seen);
              if (before.isPresent()) {
                return append(before.get(), added);
              }
              return begin(symbol, added.bars()).map(file -> new Outcome(file, 0));
            });
  }

  /** Repeats moves that have failed. Must be called every second. Blocks. */
  void tidy() throws IOException {
    for (String symbol : List.copyOf(due)) {
      move(symbol);
    }
  }

  /** Leaves a failed move to the next call of {@link #tidy}. */
  private void tryMove(String symbol) {
    try {
      move(symbol);
    } catch (IOException | RuntimeException e) {
      LOG.warn("added bars could not be moved symbol={} cause={}", symbol, e.toString());
    }
  }

  private void move(String symbol) throws IOException {
    Optional<SymbolFile> file = files.symbols().find(symbol);
    if (file.isPresent() && file.get().tail().latestCount() >= MIN_MOVED) {
      move(file.get());
    }
    due.remove(symbol);
  }

  /** Moves the latest bars of a symbol. More bars can be added meanwhile. */
  private void move(SymbolFile from) throws IOException {
    Bars tail;
    try (MarketViews.View view = files.views().open(from)) {
      tail = view.tail();
    }
    Blob blob = blob(from.id(), tail);
    boolean stored =
        files.workshop().keep(blob, () -> files.writes().alone(from.id(), () -> moved(from, blob)));
    if (!stored) {
      files.workshop().discard(blob.id());
    }
  }

  /**
   * Puts a blob of the tail into the document.
   *
   * @return whether the blob is stored; empty if another writer was faster
   */
  private Optional<Boolean> moved(SymbolFile from, Blob blob) {
    Optional<SymbolFile> found = files.symbols().find(from.id());
    if (found
        .filter(now -> now.copy().equals(from.copy()) && now.tail().continues(from.tail()))
        .isEmpty()) {
      return Optional.of(false);
    }
    SymbolFile now = found.get();
    AppendBuffer tail = now.tail().moved(from.tail(), blob.id(), blob.sha256());
    return Optional.of(true).filter(yes -> files.symbols().replace(now, now.with(tail)));
  }

  private Optional<SymbolFile> begin(String symbol, List<Bar> bars) {
    Blob copy =
        files.workshop().make(target -> files.importer().create(bars, symbol, target)).blob();
    return files
        .writes()
        .swapped(copy, Optional.empty(), () -> market.describe(symbol, copy, "", copy));
  }

  private Optional<Outcome> append(SymbolFile before, Added added) throws IOException {
    try (MarketViews.View view = files.views().open(before)) {
      if (view.tail().size() > MAX_TAIL) {
        return Optional.of(new Outcome(null, view.tail().size()));
      }
      MergedBars whole = view.with(view.tail().with(added.sorted(before.id())));
      requireRoom(before.id(), whole);
      Optional<SymbolFile> next = stored(before, added, whole);
      next.ifPresent(file -> files.views().keep(file, whole));
      int tail = whole.overlay().size();
      FoldLimits limits = FoldLimits.of(whole.copy().sizeBytes());
      if (next.isPresent() && limits.areExceeded(tail, whole.overlapping())) {
        folds.schedule(before.id());
      }
      return next.map(file -> new Outcome(file, tail));
    }
  }

  private Optional<SymbolFile> stored(SymbolFile before, Added added, MergedBars whole) {
    String lines = added.lines();
    int count = added.bars().size();
    SymbolFile.Rows rows = rows(whole);
    if (count <= MAX_SMALL && before.tail().latestCount() + count <= MAX_LATEST) {
      SymbolFile next = before.changed(before.tail().with(lines), rows, StoredTime.now(clock));
      return Optional.of(next).filter(file -> files.symbols().replace(before, file));
    }
    SymbolFile changed = before.changed(before.tail(), rows, StoredTime.now(clock));
    return moved(before, changed, before.tail().revised(lines), whole.overlay());
  }

  /** Moves all bars of the tail into a separate blob. */
  private Optional<SymbolFile> moved(
      SymbolFile before, SymbolFile next, String revision, Bars tail) {
    Blob blob = blob(before.id(), tail);
    AppendBuffer moved = before.tail().in(blob.id(), blob.sha256(), revision);
    return files.writes().swapped(blob, Optional.of(before), () -> next.with(moved));
  }

  private Blob blob(String symbol, Bars bars) {
    List<Bar> list = bars.list(symbol);
    return files.workshop().make(target -> files.importer().create(list, symbol, target)).blob();
  }

  private static SymbolFile.Rows rows(MergedBars whole) {
    return new SymbolFile.Rows(whole.rowCount(), whole.firstTime(), whole.lastTime());
  }

  private void requireRoom(String symbol, MergedBars whole) {
    if (whole.rowCount() > files.importer().maxRows()) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID,
          "with these bars %s would have more than %s rows"
              .formatted(symbol, files.importer().maxRows()));
    }
  }

  /**
   * Validates bars.
   *
   * @throws ApiException 400 if a bar is invalid, or two have the same time
   */
  static void check(List<Bar> bars, String symbol) {
    try {
      Importer.check(bars, symbol);
    } catch (BadMarketData e) {
      throw ApiException.of(ErrorCode.CONTENT_INVALID, e.getMessage());
    }
  }
}
