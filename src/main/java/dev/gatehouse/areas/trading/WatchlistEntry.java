package dev.gatehouse.areas.trading;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import dev.gatehouse.bus.ExactTime;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

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
