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

  private final OpenCopies copies;
  private final MemoryCache<String, Kept> kept = MemoryCache.ofSize(MAX_KEPT);

  /** The cached data of a symbol. */
  private record Kept(String revision, MergedBars whole) {}

  MarketViews(OpenCopies copies) {
    this.copies = copies;
  }

  /** A view of a symbol's data. It must be closed. */
  record View(OpenCopies.Loan loan, MergedBars whole) implements AutoCloseable {
    /** Returns the bars of the tail, in ascending order of time. */
    Bars tail() {
      return whole.overlay();
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
      return new View(loan, whole(file, loan.copy()));
    } catch (IOException | RuntimeException e) {
      loan.close();
      throw e;
    }
  }

  /** Caches the data of a symbol that the caller has just written. */
  void keep(SymbolFile file, MergedBars whole) {
    kept.put(file.id(), new Kept(file.tail().revision(), whole));
  }

  private MergedBars whole(SymbolFile file, ServingCopy copy) throws IOException {
    AppendBuffer tail = file.tail();
    if (tail.isEmpty()) {
      return MergedBars.of(copy, new Bars(0));
    }
    Kept known = kept.find(file.id());
    boolean same = known != null && known.whole().copy() == copy;
    if (same && known.revision().equals(tail.revision())) {
      return known.whole();
    }
    Bars bars = copies.bars(tail.blob()).with(BarLines.latest(file.id(), tail.latest()));
    MergedBars whole = same ? known.whole().with(bars) : MergedBars.of(copy, bars);
    keep(file, whole);
    return whole;
  }
}
