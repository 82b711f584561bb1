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
import dev.gatehouse.store.files.DiskFault;
import dev.gatehouse.time.StoredTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds bars to a symbol's data. A few bars go into the symbol's document in one write. In the
 * background they are moved into a small blob, the tail. Both cost time proportional to the added
 * bars. A long tail is folded: all data are written into a new serving copy.
 */
final class MarketAppends {
  private static final Logger LOG = LoggerFactory.getLogger(MarketAppends.class);

  /** Maximum number of bars per request that are stored in the document, not in a blob. */
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

  /** Number of runs of {@link #tidy} that are skipped after the disk was full. */
  private static final int SKIPPED = 5;

  /** A lost fold has written the whole file in vain. */
  private static final int FOLDING = 3;

  private static final int ADDING = 50;

  private static final int RETRY_SECONDS = 1;
  private static final int MAX_WAIT_SECONDS = 20;
  private static final int LOCKS = 64;

  private final SymbolFiles symbols;
  private final MarketViews views;
  private final CopyWorkshop workshop;
  private final Importer importer;
  private final Market market;
  private final Executor background;
  private final List<ReentrantLock> locks =
      IntStream.range(0, LOCKS).mapToObj(n -> new ReentrantLock(true)).toList();

  /** Symbols with work for {@link #tidy}. */
  private final Set<String> due = ConcurrentHashMap.newKeySet();

  private final AtomicInteger skips = new AtomicInteger();

  /** Decides whether a symbol's data must be folded. */
  interface Need {
    boolean of(SymbolFile file) throws IOException;
  }

  MarketAppends(MarketViews views, Market market, Executor background) {
    this.symbols = market.symbols();
    this.views = views;
    this.workshop = market.workshop();
    this.importer = market.importer();
    this.market = market;
    this.background = background;
  }

  /** Adds bars to a symbol's data, either all or none. */
  Market.Taken add(String symbol, List<Bar> bars, Optional<String> seen) throws IOException {
    check(bars, symbol);
    SymbolFile file =
        alone(
            symbol,
            ADDING,
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
    if (skips.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
      List.copyOf(due).forEach(this::tidy);
    }
  }

  private void tidy(String symbol) {
    try {
      due.remove(symbol);
      if (alone(symbol, ADDING, () -> moved(symbol))) {
        folded(symbol, this::isLong);
      }
    } catch (IOException | RuntimeException e) {
      due.add(symbol);
      if (DiskFault.of(e).filter(DiskFault.FULL::equals).isPresent()) {
        skips.set(SKIPPED);
      }
      LOG.warn("added bars could not be merged symbol={} cause={}", symbol, e.toString());
    }
  }

  /** Returns whether the tail must be folded; empty if another writer was faster. */
  private Optional<Boolean> moved(String symbol) throws IOException {
    SymbolFile file = symbols.find(symbol).orElse(null);
    if (file == null) {
      return Optional.of(false);
    }
    try (MarketViews.View view = views.open(file)) {
      boolean isLong = isLong(view.whole());
      if (isLong || file.tail().latestCount() < MOVED) {
        return Optional.of(isLong);
      }
      return moved(file, file, file.tail().revision(), view.tail()).map(done -> false);
    }
  }

  /** Writes all data of a symbol into its serving copy if that is still needed. */
  Optional<SymbolFile> folded(String symbol, Need need) throws IOException {
    return alone(symbol, FOLDING, () -> fold(symbol, need));
  }

  private Optional<Optional<SymbolFile>> fold(String symbol, Need need) throws IOException {
    Optional<SymbolFile> file = symbols.find(symbol);
    if (file.isEmpty() || file.get().tail().isEmpty() || !need.of(file.get())) {
      return Optional.of(file);
    }
    return fold(file.get()).map(Optional::of);
  }

  private Optional<SymbolFile> fold(SymbolFile from) throws IOException {
    try (MarketViews.View view = views.open(from)) {
      Blob copy =
          workshop
              .make(target -> {
                try (LocalBlob stored = workshop.local(from.copy())) {
                  workshop.space().require(Files.size(stored.path()));
                  CopyWorkshop.mustBeIntact(stored.path(), from.copySha256());
                  Fold.write(stored.path(), view.tail(), target);
                }
                return null;
              })
              .blob();
      Optional<SymbolFile> won =
          swapped(copy, Optional.of(from), () -> from.in(copy, from.tail().revision()));
      won.ifPresent(file -> views.forget(file.id()));
      return won;
    }
  }

  private Optional<SymbolFile> begin(String symbol, List<Bar> bars) throws IOException {
    Blob copy = workshop.make(target -> importer.create(Bars.of(bars), symbol, target)).blob();
    return swapped(copy, Optional.empty(), () -> market.describe(symbol, copy, "", copy));
  }

  private Optional<SymbolFile> append(SymbolFile before, List<Bar> bars) throws IOException {
    try (MarketViews.View view = views.open(before)) {
      if (view.tail().size() > MAX_TAIL) {
        retried(before.id(), FOLDING, () -> fold(before.id(), this::isLong));
        return Optional.empty();
      }
      String lines = BarLines.of(bars);
      MergedBars whole =
          new MergedBars(
              view.whole().copy(), view.tail().with(BarLines.latest(before.id(), lines)));
      requireRoom(before.id(), whole);
      Optional<SymbolFile> next = stored(before, lines, bars.size(), whole);
      next.ifPresent(file -> views.keep(file, whole));
      if (next.isPresent() && isLong(whole)) {
        schedule(before.id());
      }
      return next;
    }
  }

  private boolean isLong(SymbolFile file) throws IOException {
    try (MarketViews.View view = views.open(file)) {
      return isLong(view.whole());
    }
  }

  private static boolean isLong(MergedBars whole) {
    return whole.overlay().size() > FOLDED || whole.overlapping() > FOLDED_OVERLAPPING;
  }

  private Optional<SymbolFile> stored(SymbolFile before, String lines, int count, MergedBars whole)
      throws IOException {
    SymbolFile.Rows rows =
        new SymbolFile.Rows(whole.rowCount(), whole.firstTime(), whole.lastTime());
    if (count <= MAX_SMALL && before.tail().latestCount() + count <= MAX_LATEST) {
      SymbolFile next =
          before.changed(before.tail().with(lines), rows, StoredTime.now(market.clock()));
      return Optional.of(next).filter(file -> symbols.replace(before, file));
    }
    SymbolFile changed = before.changed(before.tail(), rows, StoredTime.now(market.clock()));
    return moved(before, changed, before.tail().revised(lines), whole.overlay());
  }

  /** Moves all bars of the tail into a separate blob. */
  private Optional<SymbolFile> moved(SymbolFile before, SymbolFile next, String revision, Bars tail)
      throws IOException {
    Blob blob = workshop.make(target -> importer.create(tail, before.id(), target)).blob();
    AppendBuffer moved = before.tail().in(blob.id(), blob.sha256(), revision);
    return swapped(blob, Optional.of(before), () -> next.with(moved));
  }

  private void requireRoom(String symbol, MergedBars whole) {
    long max = importer.limits().maxRows();
    if (whole.rowCount() > max) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID,
          "with these bars %s would have more than %s rows".formatted(symbol, max));
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
   * Allows one writer per symbol at a time on this node. A writer waits while another folds, but
   * not for longer than a client does.
   */
  private <T> T alone(String symbol, int tries, CopyWorkshop.Work<Optional<T>> work)
      throws IOException {
    ReentrantLock lock = locks.get(Math.floorMod(symbol.hashCode(), LOCKS));
    try {
      if (!lock.tryLock(MAX_WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw contention(symbol + " is being rewritten, try again");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(symbol + " was not changed");
    }
    try {
      return retried(symbol, tries, work);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Retries until no writer of another node interferes.
   *
   * @param work returns empty if another writer was faster
   */
  private <T> T retried(String symbol, int tries, CopyWorkshop.Work<Optional<T>> work)
      throws IOException {
    for (int attempt = 0; attempt < tries; attempt++) {
      Optional<T> done = work.run();
      if (done.isPresent()) {
        return done.get();
      }
    }
    throw contention(symbol + " is being changed by other nodes");
  }

  private static ApiException contention(String message) {
    return ApiException.busy(ErrorCode.WRITE_CONTENTION, message, RETRY_SECONDS);
  }

  /** Names a blob in a document. Deletes it and returns empty if another writer was faster. */
  private Optional<SymbolFile> swapped(
      Blob blob, Optional<SymbolFile> before, CopyWorkshop.Work<SymbolFile> naming)
      throws IOException {
    Optional<SymbolFile> won =
        workshop.keep(
            blob, () -> Optional.of(naming.run()).filter(next -> symbols.replaced(before, next)));
    if (won.isEmpty()) {
      workshop.discard(blob.id());
    }
    return won;
  }
}
