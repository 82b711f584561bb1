package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import dev.gatehouse.caching.MemoryCache;
import java.io.IOException;

/**
 * The current data of symbols: the serving copy with the tail as an overlay. The tails of the most
 * recently read symbols are cached in memory.
 */
final class MarketViews {
  private static final int MAX_KEPT = 24;

  /** A tail of this size takes two megabytes. Larger tails exist only until their fold ends. */
  private static final int MAX_KEPT_BARS = 16_000;

  private static final Bars NOTHING = new Bars(0);

  private final OpenCopies copies;
  private final MemoryCache<String, Kept> kept = MemoryCache.ofSize(MAX_KEPT);

  /** The cached data of a symbol. */
  private record Kept(AppendBuffer tail, MergedBars whole) {}

  MarketViews(OpenCopies copies) {
    this.copies = copies;
  }

  /** A view of a symbol's data. It must be closed. */
  final class View implements AutoCloseable {
    private final OpenCopies.Loan loan;
    private final Kept data;

    private View(OpenCopies.Loan loan, Kept data) {
      this.loan = loan;
      this.data = data;
    }

    /** Returns all rows. */
    MergedBars whole() {
      return data.whole();
    }

    /** Returns the bars of the tail, in ascending order of time. */
    Bars tail() {
      return data.whole().overlay();
    }

    /** Returns all rows with another tail, whose bars replace rows of the same time. */
    MergedBars with(Bars tail) throws IOException {
      return data.whole().with(tail);
    }

    @Override
    public void close() throws IOException {
      loan.close();
    }
  }

  /**
   * Opens the data of a symbol.
   *
   * @throws java.nio.file.NoSuchFileException if they were replaced so long ago that their files
   *     are deleted
   */
  View open(SymbolFile file) throws IOException {
    OpenCopies.Loan loan = copies.lend(file.copy());
    try {
      return new View(loan, data(file, loan.copy()));
    } catch (IOException | RuntimeException e) {
      loan.close();
      throw e;
    }
  }

  /** Caches the data of a symbol that the caller has just written. */
  void keep(SymbolFile file, MergedBars whole) {
    if (whole.overlay().size() <= MAX_KEPT_BARS) {
      kept.put(file.id(), new Kept(file.tail(), whole));
    } else {
      kept.remove(file.id());
    }
  }

  /** Opens a new serving copy, so that no request has to wait for that. */
  void prepare(String copy) throws IOException {
    copies.lend(copy).close();
  }

  /**
   * Returns the data of a symbol. Two concurrent misses both read, because that is cheaper than
   * making one caller wait.
   */
  private Kept data(SymbolFile file, ServingCopy copy) throws IOException {
    AppendBuffer tail = file.tail();
    if (tail.isEmpty()) {
      return new Kept(tail, MergedBars.of(copy, NOTHING));
    }
    Kept known = kept.find(file.id());
    boolean same = known != null && known.whole().copy() == copy;
    if (same && known.tail().equals(tail)) {
      return known;
    }
    MergedBars whole = same ? since(known, file) : MergedBars.of(copy, all(file.id(), tail));
    if (!same || tail.version() > known.tail().version()) {
      keep(file, whole);
    }
    return new Kept(tail, whole);
  }

  /** Returns the data of a newer document with the same serving copy. */
  private MergedBars since(Kept known, SymbolFile file) throws IOException {
    AppendBuffer tail = file.tail();
    MergedBars before = known.whole();
    if (tail.revision().equals(known.tail().revision())) {
      // Bars were only moved into a blob.
      return before;
    }
    if (!tail.continues(known.tail())) {
      return before.with(all(file.id(), tail));
    }
    String lines = tail.latest().substring(known.tail().latest().length());
    return before.with(before.overlay().with(BarLines.latest(file.id(), lines)));
  }

  private Bars all(String symbol, AppendBuffer tail) throws IOException {
    return copies.bars(tail.blob()).with(BarLines.latest(symbol, tail.latest()));
  }
}
