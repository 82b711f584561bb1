package dev.gatehouse.areas.trading.marketdata.serving;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Converts times to the format of the copies, microseconds since 1970. */
final class Times {
  private Times() {}

  /** Returns the time in whole microseconds, rounded down. */
  static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  /** Returns the first microsecond that is not before a time. */
  static long atOrAfter(Instant time) {
    long micros = micros(time);
    return instant(micros).isBefore(time) ? micros + 1 : micros;
  }

  /** Returns the microsecond after the one that contains a time. */
  static long after(Instant time) {
    return micros(time) + 1;
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
