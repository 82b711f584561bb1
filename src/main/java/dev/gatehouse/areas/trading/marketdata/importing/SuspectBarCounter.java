package dev.gatehouse.areas.trading.marketdata.importing;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;

/** Counts implausible bars. They are imported unchanged, and the caller receives their number. */
final class SuspectBarCounter {
  private SuspectBarCounter() {}

  /** Returns the number of rows whose low exceeds their high or whose volume is negative. */
  static long in(Bars bars) {
    double[] low = bars.numbers(Column.LOW);
    double[] high = bars.numbers(Column.HIGH);
    double[] volume = bars.numbers(Column.VOLUME);
    long count = 0;
    for (int row = 0; row < bars.size(); row++) {
      // Absent values are NaN, for which both comparisons are false.
      if (low[row] > high[row] || volume[row] < 0) {
        count++;
      }
    }
    return count;
  }
}
