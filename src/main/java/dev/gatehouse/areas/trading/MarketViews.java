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

  /**
   * The cached data of a symbol.
   *
   * @param blob the bars in the tail's blob
   * @param overlay these bars and the latest ones
   */
  private record Kept(AppendBuffer tail, Bars blob, Bars overlay, MergedBars whole) {}

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
      return data.overlay();
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

  /**
   * Returns the data of a symbol. Two concurrent misses both read, because that is cheaper than
   * making one caller wait.
   */
  private Kept data(SymbolFile file, ServingCopy copy) throws IOException {
    if (file.tail().isEmpty()) {
      return new Kept(file.tail(), NOTHING, NOTHING, MergedBars.of(copy, NOTHING));
    }
    Kept known = kept.find(file.id());
    boolean same = known != null && known.whole().copy() == copy;
    if (same && known.tail().equals(file.tail())) {
      return known;
    }
    Bars blob =
        same && known.tail().blob().equals(file.tail().blob())
            ? known.blob()
            : copies.bars(file.tail().blob());
    Bars latest = Bars.latest(BarLines.bars(file.id(), file.tail().latest()));
    Bars overlay = blob.with(latest);
    MergedBars whole = same ? known.whole().with(overlay) : MergedBars.of(copy, overlay);
    Kept data = new Kept(file.tail(), blob, overlay, whole);
    if (overlay.size() <= MAX_KEPT_BARS) {
      kept.put(file.id(), data);
    } else {
      kept.remove(file.id());
    }
    return data;
  }
}
