package dev.gatehouse.areas.trading.marketdata;

import java.time.Instant;

/** One bar of a symbol. Exchange and otc may be null. Times have microsecond precision. */
public record Bar(
    String symbol, Instant timeUtc, Prices prices, Trades trades, String exchange, Boolean otc) {

  /** The prices of a bar; any may be null. */
  public record Prices(Double open, Double high, Double low, Double close) {}

  /**
   * The trades of a bar: volume in shares, their average price, and the number of trades. Each may
   * be null.
   */
  public record Trades(Double volume, Double vwap, Long count) {}
}
