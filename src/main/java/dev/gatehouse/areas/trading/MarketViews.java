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

  private MergedBars whole(SymbolFile file, ServingCopy copy) throws IOException {
    AppendBuffer tail = file.tail();
    if (tail.isEmpty()) {
      return MergedBars.of(copy, new Bars(0));
    }
    Kept known = kept.find(file.id());
    if (known != null && known.whole().copy() == copy && known.revision().equals(tail.revision())) {
      return known.whole();
    }
    MergedBars whole = MergedBars.of(copy, copies.tail(file.id(), tail.blob(), tail.latest()));
    keep(file, whole);
    return whole;
  }
}
