package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.StoreFullException;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.LocalBlob;
import dev.gatehouse.store.files.DiskFault;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * Adds bars to a symbol's data at a cost proportional to the added bars. A few bars go into the
 * symbol's document in one write. A background job moves them into a small blob, the tail. When the
 * tail has grown, the job moves all data into a new serving copy.
 *
 * <p>Each change is one conditional write of the document, which fails if the document changed
 * since it was read. On one node, writers of a symbol wait for each other. Between nodes, the
 * writer that fails reads the document again.
 */
final class MarketAppends {
  private static final int TRIES = 50;
  private static final int RETRY_SECONDS = 1;
  private static final int FULL_RETRY_SECONDS = 60;
  private static final int LOCKS = 64;

  /**
   * Maximum number of bars per request that are stored in the document. More bars justify a blob.
   */
  private static final int MAX_SMALL = 64;

  /**
   * Maximum number of latest bars in a document. The background job normally moves them long
   * before.
   */
  private static final int MAX_LATEST = 256;

  private static final int MANY_LATEST = 32;
  private static final int MAX_TAIL = 4_000;

  /** Maximum number of tail bars within the copy's time range. Every reader looks these up. */
  private static final int MAX_OVERLAPPING = 256;

  private final SymbolFiles symbols;
  private final Market market;
  private final MarketViews views;
  private final CopyWorkshop workshop;
  private final Importer importer;
  private final InstantSource clock;
  private final Set<String> due = ConcurrentHashMap.newKeySet();
  private final List<ReentrantLock> locks =
      IntStream.range(0, LOCKS).mapToObj(n -> new ReentrantLock(true)).toList();

  MarketAppends(
      SymbolFiles symbols,
      Market market,
      MarketViews views,
      CopyWorkshop workshop,
      Importer importer,
      InstantSource clock) {
    this.symbols = symbols;
    this.market = market;
    this.views = views;
    this.workshop = workshop;
    this.importer = importer;
    this.clock = clock;
  }

  /** An attempt to change a symbol's document. Empty if another writer was faster. */
  private interface Try<T> {
    Optional<T> run() throws IOException;
  }

  /**
   * Adds bars to a symbol's data, either all or none.
   *
   * @param seen as {@link Call#seen}
   */
  Market.Taken add(String symbol, List<Bar> bars, Optional<String> seen) throws IOException {
    Bars checked = checked(bars, symbol);
    SymbolFile file =
        alone(
            symbol,
            () -> {
              Optional<SymbolFile> before = market.read(symbol, seen);
              return before.isPresent() ? append(before.get(), bars, checked) : begin(symbol, bars);
            });
    if (file.tail().latestCount() >= MANY_LATEST) {
      due.add(symbol);
    }
    return new Market.Taken(file, Importer.warnings(bars));
  }

  /**
   * Returns the data of a symbol in one serving copy. If there is a tail, it writes that copy now.
   *
   * @return empty if there are no data
   */
  Optional<SymbolFile> folded(String symbol) throws IOException {
    Optional<SymbolFile> now = symbols.find(symbol);
    if (now.isEmpty() || now.get().tail().isEmpty()) {
      return now;
    }
    try {
      return Optional.of(alone(symbol, () -> folding(symbol)));
    } catch (IOException | StoreFullException full) {
      boolean noSpace =
          full instanceof StoreFullException
              || DiskFault.of(full).filter(DiskFault.FULL::equals).isPresent();
      if (!noSpace) {
        throw full;
      }
      throw ApiError.busy(
              ErrorCode.APPEND_DEFERRED,
              "no disk space left to write the added bars to the file",
              FULL_RETRY_SECONDS)
          .because(full.toString())
          .exception();
    }
  }

  private Optional<SymbolFile> folding(String symbol) throws IOException {
    SymbolFile file = symbols.find(symbol).orElseThrow(() -> absent(symbol));
    return file.tail().isEmpty() ? Optional.of(file) : fold(file);
  }

  /** Moves accumulated bars from documents and tails. Must be called every second. Blocks. */
  void tidy() throws IOException {
    for (String symbol : List.copyOf(due)) {
      due.remove(symbol);
      alone(symbol, () -> tidied(symbols.find(symbol)));
    }
  }

  private static RuntimeException absent(String symbol) {
    return ApiError.of(ErrorCode.MARKET_DATA_NOT_FOUND, "no market data for " + symbol).exception();
  }

  /**
   * Retries until no other writer interferes. Allows one writer per symbol at a time on this node.
   */
  private <T> T alone(String symbol, Try<T> work) throws IOException {
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
    throw ApiError.busy(
            ErrorCode.WRITE_CONTENTION, symbol + " is being changed by other nodes", RETRY_SECONDS)
        .exception();
  }

  private Optional<SymbolFile> begin(String symbol, List<Bar> bars) {
    Blob copy = workshop.make(target -> importer.create(bars, symbol, target)).blob();
    return swapped(copy, Optional.empty(), () -> market.describe(symbol, copy, "", copy));
  }

  private Optional<SymbolFile> append(SymbolFile before, List<Bar> bars, Bars checked)
      throws IOException {
    try (MarketViews.View view = views.open(before)) {
      Bars tail = view.tail().with(checked);
      MergedBars whole = view.with(tail);
      requireRoom(whole);
      String lines = BarLines.of(bars);
      SymbolFile.Rows rows = rows(whole);
      if (bars.size() <= MAX_SMALL && before.tail().latestCount() + bars.size() <= MAX_LATEST) {
        SymbolFile next = before.changed(before.tail().with(lines), rows, now());
        return symbols.replace(before, next) ? Optional.of(next) : Optional.empty();
      }
      SymbolFile added = before.changed(before.tail(), rows, now());
      return moved(before, added, before.tail().revised(lines), whole);
    }
  }

  /** Returns a value, or empty if another writer was faster. */
  private Optional<Boolean> tidied(Optional<SymbolFile> now) throws IOException {
    if (now.isEmpty() || now.get().tail().latestCount() < MANY_LATEST) {
      return Optional.of(false);
    }
    SymbolFile file = now.get();
    try (MarketViews.View view = views.open(file)) {
      return moved(file, file, file.tail().revision(), view.whole()).map(done -> true);
    }
  }

  /** Moves all bars of the tail into a separate blob, or into a new serving copy. */
  private Optional<SymbolFile> moved(
      SymbolFile before, SymbolFile next, String revision, MergedBars whole) {
    Bars tail = whole.overlay();
    if (tail.size() > MAX_TAIL || whole.overlapping() > MAX_OVERLAPPING) {
      return folded(before, next, revision, tail);
    }
    String symbol = before.id();
    Blob blob = workshop.make(target -> importer.create(tail.list(symbol), symbol, target)).blob();
    AppendBuffer moved = before.tail().in(blob.id(), blob.sha256(), revision);
    return swapped(blob, Optional.of(before), () -> next.with(moved));
  }

  private Optional<SymbolFile> fold(SymbolFile file) throws IOException {
    try (MarketViews.View view = views.open(file)) {
      return folded(file, file, file.tail().revision(), view.tail());
    }
  }

  private Optional<SymbolFile> folded(
      SymbolFile before, SymbolFile next, String revision, Bars tail) {
    List<Bar> bars = tail.list(before.id());
    Blob copy = workshop.make(target -> append(before.copy(), bars, target)).blob();
    return swapped(copy, Optional.of(before), () -> next.in(copy, revision));
  }

  private long append(String copy, List<Bar> bars, Path target) throws IOException {
    try (LocalBlob file = workshop.local(copy)) {
      return importer.append(file.path(), bars, target);
    }
  }

  private Optional<SymbolFile> swapped(
      Blob blob, Optional<SymbolFile> before, CopyWorkshop.Naming<SymbolFile> naming) {
    Optional<SymbolFile> won =
        workshop.keep(
            blob, () -> Optional.of(naming.run()).filter(next -> symbols.replaced(before, next)));
    if (won.isEmpty()) {
      workshop.discard(blob.id());
    }
    return won;
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private static SymbolFile.Rows rows(MergedBars whole) {
    return new SymbolFile.Rows(whole.rowCount(), whole.firstTime(), whole.lastTime());
  }

  private void requireRoom(MergedBars whole) {
    if (whole.rowCount() > importer.maxRows()) {
      throw ApiError.of(
              ErrorCode.CONTENT_INVALID,
              "with these bars the symbol would have more than " + importer.maxRows() + " rows")
          .exception();
    }
  }

  private static Bars checked(List<Bar> bars, String symbol) {
    try {
      return Importer.checked(bars, symbol);
    } catch (BadMarketData e) {
      throw ApiError.of(ErrorCode.CONTENT_INVALID, e.getMessage()).exception();
    }
  }
}
