package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Symbols' data as readers see them: the serving copy with the tail laid over it. The tails of the
 * symbols that were read last are kept in memory.
 */
final class MarketViews {
  /** A tail takes up to a megabyte. */
  private static final int MAX_KEPT = 24;

  private static final Bars NOTHING = new Bars(0);

  private final OpenCopies copies;
  private final Map<String, Kept> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
          return size() > MAX_KEPT;
        }
      };

  /**
   * The data of a symbol, as they were read.
   *
   * @param blob the tail's blob and the bars in it
   * @param overlay these and the latest ones
   */
  private record Kept(AppendBuffer tail, Bars blob, Bars overlay, MergedBars whole) {}

  MarketViews(OpenCopies copies) {
    this.copies = copies;
  }

  /** The data of a symbol while they are looked at; to be closed. */
  final class View implements AutoCloseable {
    private final OpenCopies.Loan loan;
    private final Kept data;

    private View(OpenCopies.Loan loan, Kept data) {
      this.loan = loan;
      this.data = data;
    }

    /** All rows. */
    MergedBars whole() {
      return data.whole();
    }

    /** The bars of the tail, in ascending order of time. */
    Bars tail() {
      return data.overlay();
    }

    /** All rows as they will be with these, which replace those of the same time. */
    MergedBars with(Bars tail) throws IOException {
      return MergedBars.of(loan.copy(), tail);
    }

    @Override
    public void close() throws IOException {
      loan.close();
    }
  }

  /**
   * Opens the data of a symbol.
   *
   * @throws java.nio.file.NoSuchFileException when they have been replaced so long ago that they
   *     are gone
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

  /** Two who miss at once both read: cheaper than making the second one wait. */
  private Kept data(SymbolFile file, ServingCopy copy) throws IOException {
    if (file.tail().isEmpty()) {
      return new Kept(file.tail(), NOTHING, NOTHING, MergedBars.of(copy, NOTHING));
    }
    Kept known;
    synchronized (kept) {
      known = kept.get(file.id());
    }
    boolean same = known != null && known.whole().copy() == copy;
    if (same && known.tail().equals(file.tail())) {
      return known;
    }
    Bars blob =
        same && known.tail().blob().equals(file.tail().blob())
            ? known.blob()
            : blob(file.tail().blob());
    Bars latest = Bars.latest(BarLines.bars(file.id(), file.tail().latest()));
    Bars overlay = blob.with(latest);
    Kept data = new Kept(file.tail(), blob, overlay, MergedBars.of(copy, overlay));
    synchronized (kept) {
      kept.put(file.id(), data);
    }
    return data;
  }

  private Bars blob(String id) throws IOException {
    if (id.isEmpty()) {
      return NOTHING;
    }
    try (OpenCopies.Loan loan = copies.lend(id)) {
      ServingCopy tail = loan.copy();
      return tail.read(0, Math.toIntExact(tail.rowCount()), Column.STORED);
    }
  }
}
