package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.ColumnUse;

/**
 * Maps an upload's columns to the fields of a bar. Names are compared without case, spaces and
 * punctuation. If several columns match a field, the name listed first is used.
 */
final class ColumnNames {
  private static final String DATE = "date";
  private static final String VOLUME = "volume";
  private static final String MILLIS_OF_DAY = "msofday";
  private static final int SHOWN = 4;

  /** Names that denote a complete time. Beside one, date and time columns have another meaning. */
  private static final List<String> WHOLE_TIMES =
      List.of(
          ("timeutc timestamp datetime timestamputc windowstart opentime tsevent gmttime utctime"
                  + " localtime timeeet beginsat startat starttime unix unixtime unixtimestamp"
                  + " timestamps datetimeutc dateutc tutc epoch mts begin start ticks")
              .split(" "));

  private static final Map<Column, List<String>> NAMES =
      """
      TIME_UTC WHOLE time date t ts datum tradedate 时间 日期 日時 日付 날짜
      SYMBOL symbol ticker sym
      OPEN open o openprice erster eroeffnung eröffnung 开盘 始値 시가
      HIGH high h highprice hoch 最高 高値 고가
      LOW low l lowprice tief 最低 安値 저가
      CLOSE close c closeprice closelast last latest price ltp schlusskurs 收盘 終値 종가
      VOLUME volume vol v totaltradedquantity tickvolume tickvol totalvolume stuecke volumen \
      成交量 出来高 거래량
      VWAP vwap vw average wap weightedprice weightedaverage
      TRADE_COUNT tradecount trades numtrades numberoftrades nooftrades n transactions count \
      barcount oftrades
      EXCHANGE exchange exch x
      OTC otc
      """
          .replace("WHOLE", String.join(" ", WHOLE_TIMES))
          .lines()
          .map(line -> List.of(line.split(" ")))
          .collect(
              Collectors.toMap(
                  words -> Column.valueOf(words.getFirst()),
                  words -> words.subList(1, words.size())));

  /** Prefixes of Alpha Vantage ("1. open"), OANDA ("mid.o") and Bloomberg ("PX_OPEN"). */
  private static final Pattern PREFIX = Pattern.compile("^(?:[0-9]+\\. ?|mid\\.|px_)(?=[a-z])");

  private ColumnNames() {}

  /**
   * The columns of a file by position.
   *
   * @param timeOfDay position of a separate time-of-day column, used with a date column
   * @param use what became of each column
   */
  record Positions(Map<Column, Integer> columns, OptionalInt timeOfDay, ColumnUse use) {}

  /** Matches column names to fields. Rejects missing required columns and duplicate names. */
  static Positions match(List<String> names, String symbol) {
    List<String> plain = plain(names, symbol);
    Map<Column, Integer> positions = positions(names, plain, symbol);
    OptionalInt timeOfDay = OptionalInt.empty();
    boolean whole = WHOLE_TIMES.stream().anyMatch(plain::contains);
    String time = plain.contains("time") ? "time" : MILLIS_OF_DAY;
    if (!whole && plain.contains(DATE) && plain.contains(time)) {
      positions.put(Column.TIME_UTC, only(DATE, plain, names));
      timeOfDay = OptionalInt.of(only(time, plain, names));
    }
    return new Positions(positions, timeOfDay, use(names, positions, timeOfDay));
  }

  private static Map<Column, Integer> positions(
      List<String> names, List<String> plain, String symbol) {
    Map<Column, Integer> positions = new EnumMap<>(Column.class);
    NAMES.forEach((column, candidates) ->
        candidates.stream()
            .filter(plain::contains)
            .findFirst()
            .ifPresent(name -> positions.put(column, only(name, plain, names))));
    if (!positions.containsKey(Column.VOLUME)) {
      volumeOf(plain, plain(symbol)).ifPresent(at -> positions.put(Column.VOLUME, at));
    }
    if (!positions.containsKey(Column.TIME_UTC)) {
      // pandas writes an index without a name first into CSV, and last into parquet.
      if (plain.getFirst().matches("|unnamed0|index")) {
        positions.put(Column.TIME_UTC, 0);
      } else if (plain.contains("indexlevel0")) {
        positions.put(Column.TIME_UTC, plain.indexOf("indexlevel0"));
      }
    }
    List<Column> missing =
        Column.REQUIRED.stream().filter(column -> !positions.containsKey(column)).toList();
    if (!missing.isEmpty()) {
      throw new BadMarketData(
          missing.stream()
                  .map(column ->
                      "column '%s' (or: %s) is missing"
                          .formatted(
                              column.wireName(),
                              String.join(", ", NAMES.get(column).subList(0, SHOWN))))
                  .collect(Collectors.joining(", "))
              + "; the columns are "
              + (names.size() > 50 ? names.subList(0, 50) + "…" : names));
    }
    return positions;
  }

  /** Finds the volume in units of the symbol, such as "Volume BTC" for BTC/USD. */
  private static OptionalInt volumeOf(List<String> plain, String symbol) {
    return IntStream.range(0, plain.size())
        .filter(i -> plain.get(i).length() > VOLUME.length() && plain.get(i).startsWith(VOLUME))
        .filter(i -> symbol.startsWith(plain.get(i).substring(VOLUME.length())))
        .findFirst();
  }

  private static ColumnUse use(
      List<String> names, Map<Column, Integer> positions, OptionalInt timeOfDay) {
    Map<Integer, String> fields = new HashMap<>();
    timeOfDay.ifPresent(at -> fields.put(at, Column.TIME_UTC.wireName()));
    positions.forEach((column, at) -> fields.put(at, column.wireName()));
    Map<String, String> renamed = new LinkedHashMap<>();
    List<String> unused = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String field = fields.get(i);
      String name = names.get(i).strip();
      if (field == null) {
        unused.add(name);
      } else if (!plain(name).equals(plain(field))) {
        renamed.put(name, field);
      }
    }
    return new ColumnUse(renamed, unused);
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

  /** Returns the names without the symbol, as in AAPL.Open of R and Open_AAPL of pandas. */
  private static List<String> plain(List<String> names, String symbol) {
    String word = Pattern.quote(symbol.replaceFirst("^\\W+", "").toLowerCase(Locale.ROOT));
    Pattern ofSymbol =
        Pattern.compile("^\\W*" + word + "[\\W_]+(?=\\w)|(?<=\\w)[\\W_]+" + word + "\\W*$");
    return names.stream()
        .map(name -> plain(name, ofSymbol))
        .map(name -> name.equals("dtyyyymmdd") ? DATE : name)
        .toList();
  }

  /** The symbol remains in a name such as t_utc, which has another meaning without its "t". */
  private static String plain(String name, Pattern ofSymbol) {
    boolean known = NAMES.values().stream().anyMatch(names -> names.contains(plain(name)));
    String rest = name.toLowerCase(Locale.ROOT);
    rest = known ? rest : ofSymbol.matcher(rest).replaceFirst("");
    return plain(PREFIX.matcher(rest).replaceFirst(""));
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}0-9]", "");
  }
}
