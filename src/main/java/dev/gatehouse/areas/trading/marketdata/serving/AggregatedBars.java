package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import java.io.IOException;
import java.util.List;

/**
 * Bars that each aggregate a number of rows: the first time, the first open, the highest and lowest
 * price, the last close, and the total volume. Absent values are ignored.
 */
public final class AggregatedBars {
  public static final List<Column> COLUMNS =
      List.of(Column.TIME_UTC, Column.OPEN, Column.HIGH, Column.LOW, Column.CLOSE, Column.VOLUME);

  private static final int BATCH_ROWS = 1 << 15;

  private AggregatedBars() {}

  /** Aggregates the rows of a range, oldest first. The last bar may cover fewer rows. */
  public static Bars of(MergedBars whole, RowRange rows, int per) throws IOException {
    var sums = new Bars(count(rows.rows(), per), COLUMNS);
    int batch = Math.max(BATCH_ROWS / per, 1) * per;
    for (long row = rows.first(); row < rows.end(); row += batch) {
      int length = (int) Math.min(batch, rows.end() - row);
      add(sums, whole.read(row, length, COLUMNS), new RowRange(0, length), per);
    }
    return sums;
  }

  /** Aggregates bars that are already aggregated. */
  public static Bars of(Bars bars, RowRange range, int per) {
    var sums = new Bars(count(range.rows(), per), COLUMNS);
    add(sums, bars, range, per);
    return sums;
  }

  private static int count(long rows, int per) {
    return Math.toIntExact((rows + per - 1) / per);
  }

  private static void add(Bars sums, Bars from, RowRange range, int per) {
    for (long row = range.first(); row < range.end(); row += per) {
      int first = (int) row;
      int end = (int) Math.min(row + per, range.end());
      int at = sums.size();
      sums.times()[at] = from.times()[first];
      sums.numbers(Column.OPEN)[at] = first(from.numbers(Column.OPEN), first, end);
      sums.numbers(Column.HIGH)[at] = highest(from.numbers(Column.HIGH), first, end);
      sums.numbers(Column.LOW)[at] = lowest(from.numbers(Column.LOW), first, end);
      sums.numbers(Column.CLOSE)[at] = last(from.numbers(Column.CLOSE), first, end);
      sums.numbers(Column.VOLUME)[at] = sum(from.numbers(Column.VOLUME), first, end);
      sums.size(at + 1);
    }
  }

  private static double first(double[] values, int first, int end) {
    int at = first;
    while (at < end - 1 && Double.isNaN(values[at])) {
      at++;
    }
    return values[at];
  }

  private static double last(double[] values, int first, int end) {
    int at = end - 1;
    while (at > first && Double.isNaN(values[at])) {
      at--;
    }
    return values[at];
  }

  private static double highest(double[] values, int first, int end) {
    double highest = Double.NaN;
    for (int i = first; i < end; i++) {
      // A comparison with NaN is false, so the first value that is present is taken.
      if (!(values[i] <= highest) && !Double.isNaN(values[i])) {
        highest = values[i];
      }
    }
    return highest;
  }

  private static double lowest(double[] values, int first, int end) {
    double lowest = Double.NaN;
    for (int i = first; i < end; i++) {
      if (!(values[i] >= lowest) && !Double.isNaN(values[i])) {
        lowest = values[i];
      }
    }
    return lowest;
  }

  private static double sum(double[] values, int first, int end) {
    double sum = Double.NaN;
    for (int i = first; i < end; i++) {
      if (!Double.isNaN(values[i])) {
        sum = (Double.isNaN(sum) ? 0 : sum) + values[i];
      }
    }
    return sum;
  }
}
