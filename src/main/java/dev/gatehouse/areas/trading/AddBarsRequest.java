package dev.gatehouse.areas.trading;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.ExactNumber;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.formats.PointInTime;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;

/** Bars to be added to a symbol's data. */
record AddBarsRequest(List<NewBar> bars) {

  /** A bar in a request. A served data point can be sent back unchanged. */
  record NewBar(
      String symbol,
      String timeUtc,
      BigDecimal open,
      BigDecimal high,
      BigDecimal low,
      BigDecimal close,
      BigDecimal volume,
      BigDecimal vwap,
      Long tradeCount,
      String exchange,
      Boolean otc) {}

  /**
   * Returns the bars of a symbol.
   *
   * @throws dev.gatehouse.bus.ApiException 400 if a bar names another symbol
   */
  List<Bar> of(String symbol) {
    return IntStream.range(0, bars.size()).mapToObj(index -> bar(symbol, index)).toList();
  }

  private Bar bar(String symbol, int index) {
    NewBar bar = bars.get(index);
    badRequestUnless(
        bar.symbol() == null || bar.symbol().equalsIgnoreCase(symbol),
        "bars[" + index + "].symbol",
        "must be " + symbol);
    return new Bar(
        symbol,
        PointInTime.first(bar.timeUtc()),
        new Bar.Prices(
            number(bar.open(), index, "open"),
            number(bar.high(), index, "high"),
            number(bar.low(), index, "low"),
            number(bar.close(), index, "close")),
        new Bar.Trades(
            number(bar.volume(), index, "volume"),
            number(bar.vwap(), index, "vwap"),
            bar.tradeCount()),
        bar.exchange(),
        bar.otc());
  }

  private static Double number(BigDecimal value, int index, String name) {
    try {
      return value == null ? null : ExactNumber.of(value);
    } catch (IllegalArgumentException e) {
      throw ApiException.invalid("bars[" + index + "]." + name, e.getMessage());
    }
  }
}
