package dev.gatehouse.areas.trading.marketdata.serving;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Moments as the copies keep them, in microseconds since 1970. */
final class Times {
  private Times() {}

  /** The microsecond that a moment lies in. */
  static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  /** The first microsecond that is not before a moment. */
  static long atOrAfter(Instant time) {
    long micros = micros(time);
    return instant(micros).isBefore(time) ? micros + 1 : micros;
  }

  /** The first microsecond behind the one that a moment lies in. */
  static long after(Instant time) {
    return micros(time) + 1;
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
