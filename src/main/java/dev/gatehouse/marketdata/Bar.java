package dev.gatehouse.marketdata;

import java.time.Instant;

/**
 * One bar of a symbol. Everything but symbol and time may be null; times are kept to the
 * microsecond.
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
