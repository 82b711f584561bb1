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
    SymbolCheck symbols = new SymbolCheck(symbol);
    for (int i = 0; i < bars.size(); i++) {
      try {
        check(bars.get(i), symbols);
      } catch (IllegalArgumentException | ArithmeticException e) {
        throw new BadMarketData("bar " + (i + 1) + ": " + e.getMessage(), e);
      }
    }
    return Bars.of(bars);
  }

  private static void check(Bar bar, SymbolCheck symbols) {
    if (bar.symbol() != null) {
      symbols.check(bar.symbol());
    }
    if (bar.timeUtc() == null) {
      throw new IllegalArgumentException("a bar has no time");
    }
    TimeValues.of(bar.timeUtc());
    Bar.Prices prices = bar.prices();
    Bar.Trades trades = bar.trades();
    for (Double number :
        new Double[] {
          prices.open(), prices.high(), prices.low(), prices.close(), trades.volume(), trades.vwap()
        }) {
      if (number != null) {
        Values.finite(number);
      }
    }
    if (trades.count() != null) {
      Values.count(trades.count());
    }
    if (bar.exchange() != null) {
      Values.text(bar.exchange());
    }
  }
}
