package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import dev.gatehouse.caching.MemoryCache;
import java.io.IOException;

/**
 * The current data of symbols: the serving copy with the tail as an overlay. The tails of the most
 * recently read symbols are cached in memory. A tail of 100,000 bars takes 14 MB.
 */
final class MarketViews {
  private static final int MAX_KEPT_BARS = 100_000;

  /** Bars that a short tail counts for, because it keeps a copy's indexes in memory. */
  private static final int MIN_WEIGHT = 4_000;

  private final OpenCopies copies;
  private final MemoryCache<String, Kept> kept =
      MemoryCache.ofWeight(
          MAX_KEPT_BARS, one -> Math.max(MIN_WEIGHT, one.whole().overlay().size()));

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

  /** Removes the data of a symbol whose tail was folded. */
  void forget(String symbol) {
    kept.remove(symbol);
  }

  private MergedBars whole(SymbolFile file, ServingCopy copy) throws IOException {
    AppendBuffer tail = file.tail();
    if (tail.isEmpty()) {
      return new MergedBars(copy, new Bars(0));
    }
    Kept known = kept.find(file.id());
    if (known != null && known.whole().copy() == copy && known.revision().equals(tail.revision())) {
      return known.whole();
    }
    MergedBars whole = new MergedBars(copy, copies.tail(file.id(), tail.blob(), tail.latest()));
    keep(file, whole);
    return whole;
  }
}
