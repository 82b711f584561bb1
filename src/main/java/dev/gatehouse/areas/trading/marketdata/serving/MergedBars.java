package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;

/**
 * A serving copy with bars laid over it: rows by number, oldest first, as if the copy had been
 * written anew with them. A bar of the same time as a row takes its place. Immutable; the copy must
 * stay open.
 *
 * <p>Row {@code r} of the whole is an overlaid bar or a row of the copy. With {@code k} overlaid
 * bars before it, of which {@code m} replace, it is the copy's row {@code r - k + m}.
 */
public final class MergedBars {
  private final ServingCopy copy;
  private final Bars overlay;

  /** The row of the whole that each overlaid bar is. */
  private final long[] rows;

  /** The number of replaced rows before each overlaid bar, and all of them as one more entry. */
  private final int[] replaced;

  private MergedBars(ServingCopy copy, Bars overlay) throws IOException {
    this.copy = copy;
    this.overlay = overlay;
    this.rows = new long[overlay.size()];
    this.replaced = new int[overlay.size() + 1];
    for (int i = 0; i < rows.length; i++) {
      ServingCopy.Place place = copy.place(overlay.times()[i]);
      rows[i] = place.row() - replaced[i] + i;
      replaced[i + 1] = replaced[i] + (place.taken() ? 1 : 0);
    }
  }

  /**
   * Lays bars over a copy.
   *
   * @param overlay in ascending order of time, each time once
   */
  public static MergedBars of(ServingCopy copy, Bars overlay) throws IOException {
    return new MergedBars(copy, overlay);
  }

  /** The bars laid over the copy. */
  public Bars overlay() {
    return overlay;
  }

  /** The copy beneath. */
  public ServingCopy copy() {
    return copy;
  }

  public String symbol() {
    return copy.symbol();
  }

  public long rowCount() {
    return copy.rowCount() + overlay.size() - replaced[overlay.size()];
  }

  /** The number of rows before the first overlaid bar, which are the copy's first as they are. */
  public long unchanged() {
    return rows.length == 0 ? copy.rowCount() : rows[0];
  }

  /** The number of overlaid bars that do not come after all rows of the copy. */
  public int overlapping() {
    long last = Times.micros(copy.lastTime());
    int at = Arrays.binarySearch(overlay.times(), 0, overlay.size(), last);
    return at >= 0 ? at + 1 : -at - 1;
  }

  public Instant firstTime() {
    return overlay.size() == 0 || copy.firstTime().isBefore(time(0)) ? copy.firstTime() : time(0);
  }

  public Instant lastTime() {
    int last = overlay.size() - 1;
    return last < 0 || copy.lastTime().isAfter(time(last)) ? copy.lastTime() : time(last);
  }

  /** The rows from one time to another, both inclusive; null stands for no bound. */
  public RowRange between(Instant from, Instant to) throws IOException {
    RowRange range = copy.between(from, to);
    long first = from == null ? 0 : whole(range.first(), Times.atOrAfter(from));
    long end = to == null ? rowCount() : whole(range.end(), Times.after(to));
    return new RowRange(first, Math.max(first, end));
  }

  /**
   * Rows {@code first} to {@code first + count - 1}, oldest first, of some of {@link
   * Column#STORED}.
   */
  public Bars read(long first, int count, Collection<Column> columns) throws IOException {
    int from = before(first);
    int to = before(first + count);
    long base = first - from + replaced[from];
    int length = (int) (first + count - to + replaced[to] - base);
    Bars below = copy.read(base, length, columns);
    if (from == to) {
      return below;
    }
    Bars bars = new Bars(count, columns);
    long row = first;
    for (int k = from; k < to; k++) {
      append(bars, below, row - k + replaced[k] - base, rows[k] - row);
      bars.append(overlay, k, 1);
      row = rows[k] + 1;
    }
    append(bars, below, row - to + replaced[to] - base, first + count - row);
    return bars;
  }

  private static void append(Bars bars, Bars from, long first, long count) {
    bars.append(from, Math.toIntExact(first), Math.toIntExact(count));
  }

  /** A row of the copy as one of the whole, where the bars from a time on come behind it. */
  private long whole(long row, long micros) {
    int at = Arrays.binarySearch(overlay.times(), 0, overlay.size(), micros);
    int k = at >= 0 ? at : -at - 1;
    return row + k - replaced[k];
  }

  /** The number of overlaid bars before a row of the whole. */
  private int before(long row) {
    int at = Arrays.binarySearch(rows, row);
    return at >= 0 ? at : -at - 1;
  }

  private Instant time(int bar) {
    return Times.instant(overlay.times()[bar]);
  }
}
