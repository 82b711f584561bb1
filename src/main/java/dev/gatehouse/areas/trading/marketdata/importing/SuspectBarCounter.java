package dev.gatehouse.areas.trading.marketdata.importing;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;

/** Bars that cannot be right and are taken as they came: their sender is told how many. */
final class SuspectBarCounter {
  private SuspectBarCounter() {}

  /** The number of rows whose low exceeds their high or whose volume is negative. */
  static long in(Bars bars) {
    double[] low = bars.numbers(Column.LOW);
    double[] high = bars.numbers(Column.HIGH);
    double[] volume = bars.numbers(Column.VOLUME);
    long count = 0;
    for (int row = 0; row < bars.size(); row++) {
      // Of what is absent, NaN, neither holds.
      count += low[row] > high[row] || volume[row] < 0 ? 1 : 0;
    }
    return count;
  }
}
