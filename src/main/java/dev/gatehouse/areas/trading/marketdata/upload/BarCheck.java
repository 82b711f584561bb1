package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.Bars;
import java.util.List;

/** Validates single posted bars by the same rules as uploaded files. */
public final class BarCheck {
  private BarCheck() {}

  public static Bars checked(List<Bar> bars, String symbol) {
    if (bars.isEmpty()) {
      throw new BadMarketData("the file has no bars");
    }
    for (int i = 0; i < bars.size(); i++) {
      try {
        check(bars.get(i), symbol);
      } catch (IllegalArgumentException | ArithmeticException e) {
        throw new BadMarketData("bar " + (i + 1) + ": " + e.getMessage(), e);
      }
    }
    return Bars.of(bars);
  }

  private static void check(Bar bar, String symbol) {
    if (bar.symbol() != null) {
      Values.symbol(bar.symbol(), symbol);
    }
    if (bar.timeUtc() == null) {
      throw new IllegalArgumentException("a bar has no time");
    }
    TimeValues.of(bar.timeUtc());
    for (Double number :
        new Double[] {bar.open(), bar.high(), bar.low(), bar.close(), bar.volume(), bar.vwap()}) {
      if (number != null) {
        Values.finite(number);
      }
    }
    if (bar.tradeCount() != null) {
      Values.count(bar.tradeCount());
    }
    if (bar.exchange() != null) {
      Values.text(bar.exchange());
    }
  }
}
