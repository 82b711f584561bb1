package dev.gatehouse.trading;

import dev.gatehouse.bus.Failure;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** A date or date-time as callers write it; without an offset it is UTC. */
final class TimeBound {
  private static final int DATE_LENGTH = 10;

  private TimeBound() {}

  /** The first moment that is meant; null for null. */
  static Instant from(String text, String parameter) {
    return text == null ? null : parse(text, parameter);
  }

  /** The last moment that is meant: a date includes its day; null for null. */
  static Instant to(String text, String parameter) {
    if (text == null) {
      return null;
    }
    Instant start = parse(text, parameter);
    return text.strip().length() == DATE_LENGTH
        ? start.plus(1, ChronoUnit.DAYS).minus(1, ChronoUnit.MICROS)
        : start;
  }

  static Instant parse(String text, String parameter) {
    String time = text.strip();
    try {
      if (time.length() == DATE_LENGTH) {
        return LocalDate.parse(time).atStartOfDay(ZoneOffset.UTC).toInstant();
      }
      String iso = time.replace(' ', 'T');
      return iso.matches(".*(Z|[+-]\\d{2}:?\\d{2})$")
          ? OffsetDateTime.parse(iso).toInstant()
          : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw Failure.of(400, parameter + " must be an ISO date or date-time").exception();
    }
  }
}
