package dev.gatehouse.areas.trading;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.ExactNumber;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.formats.PointInTime;

/** Bars to be added to the data of one symbol, or of several. */
record AddBarsRequest(List<NewBar> bars) {
  private static final int MAX_SYMBOLS = 500;

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

  List<Bar> of(String symbol) {
    return IntStream.range(0, bars.size()).mapToObj(index -> bar(symbol, index)).toList();
  }

  SortedMap<String, List<Bar>> bySymbol() {
    SortedMap<String, List<Bar>> found = new TreeMap<>();
    for (int i = 0; i < bars.size(); i++) {
      String symbol = bars.get(i).symbol();
      badRequestUnless(symbol != null, "bars[" + i + "].symbol", "is required");
      String name = symbol.toUpperCase(Locale.ROOT);
      found.computeIfAbsent(name, any -> new ArrayList<>()).add(bar(name, i));
    }
    badRequestUnless(
        found.size() <= MAX_SYMBOLS, "bars", "must be of at most " + MAX_SYMBOLS + " symbols");
    return found;
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
        number(bar.open(), index, "open"),
        number(bar.high(), index, "high"),
        number(bar.low(), index, "low"),
        number(bar.close(), index, "close"),
        number(bar.volume(), index, "volume"),
        number(bar.vwap(), index, "vwap"),
        bar.tradeCount(),
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
