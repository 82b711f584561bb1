package dev.gatehouse.marketdata.upload;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.concurrent.TimeUnit;

/**
 * Times of an upload in microseconds since 1970, UTC. Every method throws IllegalArgumentException,
 * with a reason, for what is no time of a bar. Numbers without a unit are taken as seconds, ms, µs
 * or ns by their size; the first row decides for the file.
 */
final class TimeValues {
  private static final long DAY = 86_400_000_000L;
  // No market is older than Amsterdam's of 1602, and a wrong unit falls outside.
  private static final long EARLIEST = LocalDate.of(1600, 1, 1).toEpochDay() * DAY;
  private static final long LATEST = LocalDate.of(2200, 1, 1).toEpochDay() * DAY;

  private TimeUnit unit;

  static long inRange(long micros) {
    if (micros < EARLIEST || micros >= LATEST) {
      throw new IllegalArgumentException("a time outside the years 1600 to 2199");
    }
    return micros;
  }

  static long ofDay(long epochDay) {
    if (Math.abs(epochDay) > LATEST / DAY * 3) {
      throw new IllegalArgumentException("a date outside the years 1600 to 2199");
    }
    return inRange(epochDay * DAY);
  }

  static long of(long value, TimeUnit unit) {
    // Out of range either way; without this the product would wrap.
    if (unit == TimeUnit.MILLISECONDS && Math.abs(value) > Long.MAX_VALUE / 1000) {
      throw new IllegalArgumentException("a time outside the years 1600 to 2199");
    }
    return inRange(
        switch (unit) {
          case SECONDS -> Math.multiplyExact(value, 1_000_000L);
          case MILLISECONDS -> value * 1000;
          case NANOSECONDS -> Math.floorDiv(value, 1000L);
          default -> value;
        });
  }

  long ofNumber(long value) {
    if (value >= 16_000_101 && value < 22_000_101) {
      return ofDay(dateOf(value));
    }
    TimeUnit found = unitBySize(Math.abs(value));
    if (unit != null && unit != found) {
      throw new IllegalArgumentException(
          value
              + " is not in "
              + unit.name().toLowerCase(java.util.Locale.ROOT)
              + " as the rows before");
    }
    unit = found;
    return of(value, found);
  }

  private static TimeUnit unitBySize(long size) {
    if (size < 100_000_000_000L) {
      return TimeUnit.SECONDS;
    }
    if (size < 100_000_000_000_000L) {
      return TimeUnit.MILLISECONDS;
    }
    return size < 100_000_000_000_000_000L ? TimeUnit.MICROSECONDS : TimeUnit.NANOSECONDS;
  }

  private static long dateOf(long yyyymmdd) {
    int value = (int) yyyymmdd;
    return epochDay(value / 10_000, value / 100 % 100, value % 100);
  }

  private static long epochDay(int year, int month, int day) {
    try {
      return LocalDate.of(year, month, day).toEpochDay();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("there is no such date", e);
    }
  }

  /**
   * {@code 2026-01-31}, alone or with {@code T} or a space and {@code 09:30[:00[.123456789]]} and a
   * zone offset; 20260131; or a number as in {@link #ofNumber}. Without an offset it is UTC.
   */
  long ofText(String text) {
    String trimmed = text.strip();
    int n = trimmed.length();
    if (n > 40) {
      throw new IllegalArgumentException("no time");
    }
    if (n < 10 || trimmed.charAt(4) != '-') {
      return ofNumber(number(trimmed));
    }
    if (trimmed.charAt(7) != '-') {
      throw notATime(trimmed);
    }
    int year = digits(trimmed, 0, 4);
    long micros = epochDay(year, digits(trimmed, 5, 7), digits(trimmed, 8, 10)) * DAY;
    return inRange(n == 10 ? micros : micros + ofDayText(trimmed));
  }

  private static long ofDayText(String text) {
    if ("Tt ".indexOf(text.charAt(10)) < 0 || text.length() < 16 || text.charAt(13) != ':') {
      throw notATime(text);
    }
    int hour = digits(text, 11, 13);
    int minute = digits(text, 14, 16);
    int p = 16;
    int second = 0;
    long fraction = 0;
    if (p < text.length() && text.charAt(p) == ':') {
      second = digits(text, 17, 19);
      p = 19;
      if (p < text.length() && text.charAt(p) == '.') {
        int from = ++p;
        while (p < text.length() && Character.digit(text.charAt(p), 10) >= 0) {
          p++;
        }
        fraction = fraction(text, from, p);
      }
    }
    if (hour > 23 || minute > 59 || second > 59) {
      throw notATime(text);
    }
    return (hour * 3600L + minute * 60 + second - offset(text, p)) * 1_000_000 + fraction;
  }

  private static long fraction(String text, int from, int to) {
    if (from == to || to - from > 9) {
      throw notATime(text);
    }
    long micros = 0;
    for (int i = 0; i < 6; i++) {
      micros = micros * 10 + (from + i < to ? text.charAt(from + i) - '0' : 0);
    }
    return micros;
  }

  /** Seconds east of UTC. */
  private static int offset(String text, int from) {
    String zone = text.substring(from).strip();
    if (zone.isEmpty() || zone.equalsIgnoreCase("Z") || zone.equalsIgnoreCase("UTC")) {
      return 0;
    }
    String compact = zone.replace(":", "");
    char sign = compact.charAt(0);
    if ((sign != '+' && sign != '-') || (compact.length() != 3 && compact.length() != 5)) {
      throw notATime(text);
    }
    int minutes = compact.length() == 5 ? digits(compact, 3, 5) : 0;
    int seconds = digits(compact, 1, 3) * 3600 + minutes * 60;
    return sign == '-' ? -seconds : seconds;
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw notATime(text);
    }
  }

  private static int digits(String text, int from, int to) {
    if (to > text.length()) {
      throw notATime(text);
    }
    int value = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw notATime(text);
      }
      value = value * 10 + digit;
    }
    return value;
  }

  private static IllegalArgumentException notATime(String text) {
    return new IllegalArgumentException("'" + text + "' is no time");
  }
}
