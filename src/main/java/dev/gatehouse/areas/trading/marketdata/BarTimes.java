package dev.gatehouse.areas.trading.marketdata;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times of bars: microseconds since 1970. */
public final class BarTimes {
  private BarTimes() {}

  /** Returns the time in whole microseconds, rounded down. */
  public static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  /** Returns the first microsecond that is not before a time. */
  public static long atOrAfter(Instant time) {
    long micros = micros(time);
    return instant(micros).isBefore(time) ? micros + 1 : micros;
  }

  /** Returns the microsecond after the one that contains a time. */
  public static long after(Instant time) {
    return micros(time) + 1;
  }

  public static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
