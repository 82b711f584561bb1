package dev.gatehouse.marketdata.upload;

import dev.gatehouse.marketdata.BadMarketData;
import dev.gatehouse.marketdata.Column;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The mapping of an upload's columns to the fields of a bar. Names are compared without regard to
 * case, spaces and punctuation; where several would do, the one listed first wins and the others
 * are ignored like every unknown column ({@code adjclose}).
 */
final class ColumnNames {
  private static final Map<Column, List<String>> NAMES =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(Column.SYMBOL, List.of("symbol", "ticker", "sym")),
              Map.entry(
                  Column.TIME_UTC,
                  List.of(
                      "timeutc",
                      "timestamp",
                      "datetime",
                      "timestamputc",
                      "time",
                      "date",
                      "t",
                      "ts")),
              Map.entry(Column.OPEN, List.of("open", "o")),
              Map.entry(Column.HIGH, List.of("high", "h")),
              Map.entry(Column.LOW, List.of("low", "l")),
              Map.entry(Column.CLOSE, List.of("close", "c")),
              Map.entry(Column.VOLUME, List.of("volume", "vol", "v")),
              Map.entry(Column.VWAP, List.of("vwap", "vw")),
              Map.entry(
                  Column.TRADE_COUNT,
                  List.of("tradecount", "trades", "numtrades", "numberoftrades", "n")),
              Map.entry(Column.EXCHANGE, List.of("exchange", "exch", "x")),
              Map.entry(Column.OTC, List.of("otc"))));

  private ColumnNames() {}

  /**
   * Positions in {@code names} of the columns that are there; refuses when a required one is not,
   * or two are the same.
   */
  static Map<Column, Integer> match(List<String> names) {
    List<String> plain = names.stream().map(ColumnNames::plain).toList();
    Map<Column, Integer> positions = new EnumMap<>(Column.class);
    NAMES.forEach((column, candidates) ->
        candidates.stream()
            .filter(plain::contains)
            .findFirst()
            .ifPresent(name -> positions.put(column, only(name, plain, names))));
    for (Column column : Column.REQUIRED) {
      if (!positions.containsKey(column)) {
        throw new BadMarketData(
            "there is no column '%s' (or: %s); the columns are %s"
                .formatted(
                    column.wireName(),
                    String.join(", ", NAMES.get(column)),
                    names.size() > 50 ? names.subList(0, 50) + "…" : names));
      }
    }
    return positions;
  }

  private static int only(String name, List<String> plain, List<String> names) {
    int first = plain.indexOf(name);
    int last = plain.lastIndexOf(name);
    if (first != last) {
      throw new BadMarketData(
          "the columns '%s' and '%s' have the same name"
              .formatted(names.get(first), names.get(last)));
    }
    return first;
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }
}
