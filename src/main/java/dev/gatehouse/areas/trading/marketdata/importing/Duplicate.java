package dev.gatehouse.areas.trading.marketdata.importing;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Creates the error for two bars with the same time. */
final class Duplicate {
  private Duplicate() {}

  static BadMarketData at(long micros) {
    return new BadMarketData(
        "column 'timeUtc': two bars for " + Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
  }

  static BadMarketData at(long micros, long row) {
    return BadMarketData.at(
        row, "timeUtc", "a second bar for " + Instant.EPOCH.plus(micros, ChronoUnit.MICROS), null);
  }
}
