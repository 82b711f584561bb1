package dev.gatehouse.areas.trading.marketdata;

import java.time.Instant;

/**
 * One bar of a symbol. Prices, the volume, the trades and their average price, exchange and otc may
 * be null. Times have microsecond precision.
 */
public record Bar(
    String symbol,
    Instant timeUtc,
    Double open,
    Double high,
    Double low,
    Double close,
    Double volume,
    Double vwap,
    Long tradeCount,
    String exchange,
    Boolean otc) {}
