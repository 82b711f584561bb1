package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Column;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Maps an upload's columns to the fields of a bar. Names are compared without case, spaces and
 * punctuation. If several columns match a field, the name listed first is used. The others are
 * ignored, as is every unknown column ({@code adjclose}).
 */
final class ColumnNames {
  private static final String DATE = "date";
  private static final String TIME = "time";
  private static final Map<Column, List<String>> NAMES =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(Column.SYMBOL, List.of("symbol", "ticker", "sym")),
              Map.entry(
                  Column.TIME_UTC,
                  List.of(
                      "timeutc", "timestamp", "datetime", "timestamputc", TIME, DATE, "t", "ts")),
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

  /**
   * Number of leading column names that denote a complete time. Beside such a column, date and time
   * columns have another meaning.
   */
  private static final int WHOLE_TIMES = 4;

  private ColumnNames() {}

  /**
   * The columns of a file by position.
   *
   * @param timeOfDay position of a separate time-of-day column, used with a date column
   */
  record Positions(Map<Column, Integer> columns, OptionalInt timeOfDay) {}

  /** Matches column names to fields. Rejects a missing required column and duplicate names. */
  static Positions match(List<String> names) {
    List<String> plain = names.stream().map(ColumnNames::plain).toList();
    Map<Column, Integer> positions = positions(names, plain);
    boolean whole =
        NAMES.get(Column.TIME_UTC).subList(0, WHOLE_TIMES).stream().anyMatch(plain::contains);
    if (whole || !plain.contains(DATE) || !plain.contains(TIME)) {
      return new Positions(positions, OptionalInt.empty());
    }
    positions.put(Column.TIME_UTC, only(DATE, plain, names));
    return new Positions(positions, OptionalInt.of(only(TIME, plain, names)));
  }

  private static Map<Column, Integer> positions(List<String> names, List<String> plain) {
    Map<Column, Integer> positions = new EnumMap<>(Column.class);
    NAMES.forEach((column, candidates) ->
        candidates.stream()
            .filter(plain::contains)
            .findFirst()
            .ifPresent(name -> positions.put(column, only(name, plain, names))));
    for (Column column : Column.REQUIRED) {
      if (!positions.containsKey(column)) {
        throw new BadMarketData(
            "column '%s' (or: %s) is missing; the columns are %s"
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
