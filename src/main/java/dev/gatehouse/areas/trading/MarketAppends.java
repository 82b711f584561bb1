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
import dev.gatehouse.store.files.NoSpaceException;
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
 * Adds bars to what a symbol has, at the cost of what is added. A few go into the symbol's
 * document, which is one write; from there they are moved in the background into a small blob, the
 * tail, and when that has grown, with all else into a new serving copy.
 *
 * <p>Each change is one write of the document, under the condition that nobody else has changed it
 * since it was read. On one node writers of a symbol wait for each other; between nodes the one who
 * comes second reads again.
 */
final class MarketAppends {
  private static final int TRIES = 50;
  private static final int RETRY_SECONDS = 1;
  private static final int FULL_RETRY_SECONDS = 60;
  private static final int LOCKS = 64;

  /** Bars that are added at once and go into the document; more make a blob worth its while. */
  private static final int MAX_SMALL = 64;

  /** Of the latest bars in a document; the background moves them long before. */
  private static final int MAX_LATEST = 256;

  private static final int MANY_LATEST = 32;
  private static final int MAX_TAIL = 4_000;

  /** Bars amid the copy's rows, each of which readers look up. */
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

  /** A try at changing a symbol's document; empty where somebody else was quicker. */
  private interface Try<T> {
    Optional<T> run() throws IOException;
  }

  /**
   * Adds bars to what a symbol has, all or none.
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
   * The data of a symbol in one serving copy, which is written now where there is a tail.
   *
   * @return empty where there are none
   */
  Optional<SymbolFile> folded(String symbol) throws IOException {
    Optional<SymbolFile> now = symbols.find(symbol);
    if (now.isEmpty() || now.get().tail().isEmpty()) {
      return now;
    }
    try {
      return Optional.of(alone(symbol, () -> folding(symbol)));
    } catch (NoSpaceException | StoreFullException full) {
      throw ApiError.busy(
              ErrorCode.APPEND_DEFERRED,
              "there is no disk space to write the added bars into the file",
              FULL_RETRY_SECONDS)
          .because(full.toString())
          .exception();
    }
  }

  private Optional<SymbolFile> folding(String symbol) throws IOException {
    SymbolFile file = symbols.find(symbol).orElseThrow(() -> absent(symbol));
    return file.tail().isEmpty() ? Optional.of(file) : fold(file);
  }

  /** Moves what has gathered in documents and tails on; to be called every second. Blocks. */
  void tidy() throws IOException {
    for (String symbol : List.copyOf(due)) {
      due.remove(symbol);
      alone(symbol, () -> tidied(symbols.find(symbol)));
    }
  }

  private static RuntimeException absent(String symbol) {
    return ApiError.of(ErrorCode.MARKET_DATA_NOT_FOUND, "no market data of " + symbol).exception();
  }

  /** Tries until nobody else was quicker, one writer of a symbol at a time on this node. */
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

  /** Returns something unless somebody else was quicker. */
  private Optional<Boolean> tidied(Optional<SymbolFile> now) throws IOException {
    if (now.isEmpty() || now.get().tail().latestCount() < MANY_LATEST) {
      return Optional.of(false);
    }
    SymbolFile file = now.get();
    try (MarketViews.View view = views.open(file)) {
      return moved(file, file, file.tail().revision(), view.whole()).map(done -> true);
    }
  }

  /** Moves all bars of the tail into a blob of theirs, or into a new serving copy. */
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
              "with these bars there are more than " + importer.maxRows() + " rows")
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
