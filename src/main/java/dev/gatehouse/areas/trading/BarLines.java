package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.BarTimes;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.formats.PlainText;

/**
 * Text format of the latest bars in a symbol's document, one bar per line. The comma-separated
 * fields are microseconds since 1970, open, high, low, close, volume, vwap, trades, otc (1 or 0)
 * and exchange. Absent values are empty. The exchange is last because it may contain commas; it
 * contains no line ends.
 */
final class BarLines {
  private static final int FIELDS = 10;

  private BarLines() {}

  static String of(List<Bar> bars) {
    return bars.stream().map(BarLines::line).collect(Collectors.joining());
  }

  /** Parses lines into bars in ascending order of time. Later lines replace earlier ones. */
  static Bars latest(String symbol, String lines) {
    return Bars.latest(lines.lines().map(line -> bar(symbol, line)).toList());
  }

  private static String line(Bar bar) {
    return String.join(
            ",",
            Long.toString(BarTimes.micros(bar.timeUtc())),
            text(bar.open()),
            text(bar.high()),
            text(bar.low()),
            text(bar.close()),
            text(bar.volume()),
            text(bar.vwap()),
            text(bar.tradeCount()),
            bar.otc() == null ? "" : flag(bar.otc()),
            text(bar.exchange()))
        + "\n";
  }

  private static Bar bar(String symbol, String line) {
    String[] fields = line.split(",", FIELDS);
    return new Bar(
        symbol,
        BarTimes.instant(Long.parseLong(fields[0])),
        number(fields[1]),
        number(fields[2]),
        number(fields[3]),
        number(fields[4]),
        number(fields[5]),
        number(fields[6]),
        parsed(fields[7], Long::valueOf),
        PlainText.emptyToNull(fields[9]),
        parsed(fields[8], "1"::equals));
  }

  private static String flag(boolean value) {
    return value ? "1" : "0";
  }

  private static String text(Object value) {
    return Objects.toString(value, "");
  }

  private static Double number(String text) {
    return parsed(text, Double::valueOf);
  }

  private static <T> T parsed(String text, Function<String, T> parser) {
    return text.isEmpty() ? null : parser.apply(text);
  }
}
