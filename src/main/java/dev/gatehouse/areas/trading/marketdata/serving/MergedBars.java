package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BarTimes;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;

/**
 * A serving copy with an overlay of bars. Rows are numbered oldest first, as if the copy had been
 * rewritten with the overlay. An overlaid bar replaces a row of the same time. Immutable. The copy
 * must stay open.
 *
 * <p>Row {@code r} of the merged rows is an overlaid bar or a row of the copy. If {@code k}
 * overlaid bars precede it, {@code m} of which replace rows, it is row {@code r - k + m} of the
 * copy.
 */
public final class MergedBars {
  private final ServingCopy copy;
  private final Bars overlay;

  private final long[] rows;

  /** The number of replaced rows before each overlaid bar, and the total as one more entry. */
  private final int[] replaced;

  /**
   * Combines a copy with bars.
   *
   * @param overlay in ascending order of time, each time once
   */
  public MergedBars(ServingCopy copy, Bars overlay) throws IOException {
    this.copy = copy;
    this.overlay = overlay;
    this.rows = new long[overlay.size()];
    this.replaced = new int[overlay.size() + 1];
    ServingCopy.Places places = copy.new Places();
    for (int i = 0; i < overlay.size(); i++) {
      ServingCopy.Place place = places.of(overlay.times()[i]);
      rows[i] = place.row() - replaced[i] + i;
      replaced[i + 1] = replaced[i] + (place.taken() ? 1 : 0);
    }
  }

  public Bars overlay() {
    return overlay;
  }

  public ServingCopy copy() {
    return copy;
  }

  public String symbol() {
    return copy.symbol();
  }

  public long rowCount() {
    return copy.rowCount() + overlay.size() - replaced[overlay.size()];
  }

  /**
   * Returns the number of rows before the first overlaid bar. They equal the first rows of the
   * copy.
   */
  public long unchanged() {
    return overlay.size() == 0 ? copy.rowCount() : rows[0];
  }

  /**
   * Returns the number of rows up to the last time of the row group before a given one. Overlaid
   * bars between two row groups belong to the later one.
   */
  long start(int group) {
    if (group == 0) {
      return 0;
    }
    return whole(copy.footer().firstRows()[group], copy.footer().lastTimes()[group - 1] + 1);
  }

  /** Returns the number of overlaid bars that are not later than all rows of the copy. */
  public int overlapping() {
    long last = BarTimes.micros(copy.lastTime());
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

  /** Returns the rows between two times, both inclusive. Null means no bound. */
  public RowRange between(Instant from, Instant to) throws IOException {
    RowRange range = copy.between(from, to);
    long first = from == null ? 0 : whole(range.first(), BarTimes.atOrAfter(from));
    long end = to == null ? rowCount() : whole(range.end(), BarTimes.after(to));
    return new RowRange(first, Math.max(first, end));
  }

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

  /**
   * Returns the merged row number of a row of the copy. Overlaid bars before {@code micros} count
   * as preceding it.
   */
  private long whole(long row, long micros) {
    int at = Arrays.binarySearch(overlay.times(), 0, overlay.size(), micros);
    int k = Math.max(at, -at - 1);
    return row + k - replaced[k];
  }

  private int before(long row) {
    int at = Arrays.binarySearch(rows, 0, overlay.size(), row);
    return Math.max(at, -at - 1);
  }

  private Instant time(int bar) {
    return BarTimes.instant(overlay.times()[bar]);
  }
}
