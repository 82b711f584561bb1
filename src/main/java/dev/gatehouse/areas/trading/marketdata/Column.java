package dev.gatehouse.areas.trading.marketdata;

import java.util.List;

/** The fields of a bar, in the order in which every rendition writes them. */
public enum Column {
  SYMBOL("symbol", Kind.TEXT),
  TIME_UTC("timeUtc", Kind.TIME),
  OPEN("open", Kind.NUMBER),
  HIGH("high", Kind.NUMBER),
  LOW("low", Kind.NUMBER),
  CLOSE("close", Kind.NUMBER),
  VOLUME("volume", Kind.NUMBER),
  VWAP("vwap", Kind.NUMBER),
  TRADE_COUNT("tradeCount", Kind.COUNT),
  EXCHANGE("exchange", Kind.TEXT),
  OTC("otc", Kind.FLAG);

  /**
   * The representation of a column's values: TIME, COUNT and FLAG as long, NUMBER as double, TEXT
   * as String.
   */
  public enum Kind {
    TIME,
    NUMBER,
    COUNT,
    FLAG,
    TEXT
  }

  /** The columns that are stored per row. The symbol is stored once for the whole copy. */
  public static final List<Column> STORED =
      List.of(TIME_UTC, OPEN, HIGH, LOW, CLOSE, VOLUME, VWAP, TRADE_COUNT, EXCHANGE, OTC);

  public static final List<Column> REQUIRED = List.of(TIME_UTC, OPEN, HIGH, LOW, CLOSE);

  private final String wireName;
  private final Kind kind;

  Column(String wireName, Kind kind) {
    this.wireName = wireName;
    this.kind = kind;
  }

  public String wireName() {
    return wireName;
  }

  public Kind kind() {
    return kind;
  }
}
