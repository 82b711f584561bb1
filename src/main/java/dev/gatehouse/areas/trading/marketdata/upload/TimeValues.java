package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

/**
 * Decodes times of an upload as microseconds since 1970, UTC. Every method throws
 * IllegalArgumentException with a reason for an invalid time.
 *
 * <p>A number without a unit is a date such as 20260131, or a date and time such as 20260131093000.
 * Other numbers are seconds, ms, µs or ns, depending on their size. The first row decides for the
 * whole file. A small number may be a row number, a year or a spreadsheet's day; it is read as
 * seconds only if the earlier rows were unambiguous.
 */
final class TimeValues {
  static final long DAY = 86_400_000_000L;
  private static final long SECOND = 1_000_000;

  private static final int FIRST_YEAR = 1900;
  private static final int LAST_YEAR = 2199;
  private static final long EARLIEST = LocalDate.of(FIRST_YEAR, 1, 1).toEpochDay() * DAY;
  private static final long LATEST = LocalDate.of(LAST_YEAR + 1, 1, 1).toEpochDay() * DAY;
  private static final long NANOS = 1000;
  private static final String FINER = "a time with nanoseconds; at most six decimals are stored";
  private static final String OUTSIDE =
      "a time outside the years " + FIRST_YEAR + " to " + LAST_YEAR;

  /**
   * Larger values, before 1967 or after 1973, are certainly seconds. Row numbers, years and
   * spreadsheet serials are smaller.
   */
  private static final long CERTAIN_SECONDS = 100_000_000;

  /** The interpretations of numbers, as detected in the first row. */
  private enum Form {
    DATES,
    DATES_WITH_TIMES,
    SECONDS,
    MILLISECONDS,
    MICROSECONDS,
    NANOSECONDS
  }

  private Form form;

  static long inRange(long micros) {
    if (micros < EARLIEST || micros >= LATEST) {
      throw new IllegalArgumentException(OUTSIDE);
    }
    return micros;
  }

  static long ofDay(long epochDay) {
    if (Math.abs(epochDay) > LATEST / DAY * 3) {
      throw new IllegalArgumentException(OUTSIDE);
    }
    return inRange(epochDay * DAY);
  }

  static long of(long value, TimeUnit unit) {
    // Both results are out of range. Without this check the product would overflow.
    if (unit.toMicros(value) == Long.MAX_VALUE || unit.toMicros(value) == Long.MIN_VALUE) {
      throw new IllegalArgumentException(OUTSIDE);
    }
    return inRange(unit == TimeUnit.NANOSECONDS ? micros(value) : unit.toMicros(value));
  }

  /** Converts nanoseconds. The copies have microseconds, and no digit is dropped. */
  static long micros(long nanos) {
    if (nanos % NANOS != 0) {
      throw new IllegalArgumentException(FINER);
    }
    return nanos / NANOS;
  }

  static long of(Instant time) {
    micros(time.getNano());
    return inRange(ChronoUnit.MICROS.between(Instant.EPOCH, time));
  }

  long ofNumber(long value) {
    Form found = form(value);
    if (form != null && form != found) {
      String words = form.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      throw new IllegalArgumentException(value + " is not in " + words + " like the rows before");
    }
    form = found;
    return switch (found) {
      case DATES -> ofDay(dayOf(value));
      case DATES_WITH_TIMES ->
          inRange(
              dayOf(value / 1_000_000) * DAY + TimeOfDay.ofHoursMinutesSeconds(value % 1_000_000));
      default -> of(value, TimeUnit.valueOf(found.name()));
    };
  }

  private Form form(long value) {
    long size = Math.abs(value);
    if (size < CERTAIN_SECONDS) {
      if (form == Form.SECONDS) {
        return Form.SECONDS;
      }
      if (isYear(value / 10_000)) {
        return Form.DATES;
      }
      throw new IllegalArgumentException(
          value + " may be a row number, a year or a spreadsheet day: not a time");
    }
    if (isYear(value / 10_000_000_000L)) {
      return Form.DATES_WITH_TIMES;
    }
    if (form != Form.MILLISECONDS && isYear(value / 100_000_000) && isInYear(value)) {
      throw new IllegalArgumentException(
          value + " is ambiguous: a date with a time, or milliseconds");
    }
    return bySize(size);
  }

  /**
   * Returns whether the number can be like 202601310930, which also looks like milliseconds of
   * 1976.
   */
  private static boolean isInYear(long value) {
    return value / 1_000_000 % 100 <= 12
        && value / 10_000 % 100 <= 31
        && value / 100 % 100 <= 23
        && value % 100 <= 59;
  }

  private static Form bySize(long size) {
    if (size < 100_000_000_000_000L) {
      return size < 100_000_000_000L ? Form.SECONDS : Form.MILLISECONDS;
    }
    return size < 100_000_000_000_000_000L ? Form.MICROSECONDS : Form.NANOSECONDS;
  }

  private static boolean isYear(long value) {
    return value >= FIRST_YEAR && value <= LAST_YEAR;
  }

  /**
   * Parses {@code 2026-01-31}, optionally followed by {@code T} or a space, {@code
   * 09:30[:00[.123456789]]} and a UTC offset. The same without dashes and colons, or a number as in
   * {@link #ofNumber}, is accepted. Without an offset the time is UTC. Interactive Brokers has a
   * region instead, such as US/Eastern.
   */
  long ofText(String text) {
    int region = text.lastIndexOf(' ') + 1;
    if (text.indexOf('/', region) > region && Character.isLetter(text.charAt(region))) {
      long local = ofText(text.substring(0, region));
      return inRange(local - offset(text.substring(region), local) * SECOND);
    }
    OptionalLong number = TimeTexts.number(text);
    return number.isPresent() ? ofNumber(number.getAsLong()) : inRange(TimeTexts.dateAndTime(text));
  }

  private static int offset(String zone, long local) {
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(Math.floorDiv(local, SECOND), 0, ZoneOffset.UTC);
    try {
      List<ZoneOffset> offsets = ZoneId.of(zone).getRules().getValidOffsets(time);
      if (offsets.size() == 1) {
        return offsets.getFirst().getTotalSeconds();
      }
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("the zone '" + zone + "' is unknown", e);
    }
    throw new IllegalArgumentException("clocks change at " + time + ": write an offset");
  }

  /** Checks that a time is a whole day, for files with a separate time-of-day column. */
  static long day(long micros) {
    if (Math.floorMod(micros, DAY) != 0) {
      throw new IllegalArgumentException(
          "a date has a time, but another column has the time: remove one of them");
    }
    return micros;
  }

  static long dayOf(int year, int month, int day) {
    try {
      return LocalDate.of(year, month, day).toEpochDay();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("no such date", e);
    }
  }

  /** Returns the day of a number such as 20260131. */
  private static long dayOf(long yyyymmdd) {
    int value = Math.toIntExact(yyyymmdd);
    return dayOf(value / 10_000, value / 100 % 100, value % 100);
  }
}
