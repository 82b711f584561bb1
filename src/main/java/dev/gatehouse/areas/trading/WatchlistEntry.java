package dev.gatehouse.areas.trading;

import module java.base;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import dev.gatehouse.bus.ExactTime;

/** A symbol that the trading bot watches, and the reason. */
record WatchlistEntry(
    String symbol,
    @JsonSerialize(using = ExactTime.class) Instant timestamp,
    String platform,
    String strategy,
    String reason,
    DataStatus dataStatus,
    Scores scores,
    List<String> missingData,
    String priority) {

  record DataStatus(Boolean hasOptions, Integer hourlyBarsCount) {}

  record Scores(BigDecimal recoveryScore, BigDecimal volatility, BigDecimal currentPrice) {}
}
