package dev.gatehouse.areas.trading.marketdata.upload;

import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Decodes times of day from a separate column, in microseconds. Each method throws
 * IllegalArgumentException for an invalid time.
 *
 * <p>A number is 930 or 93000: hours and minutes, with or without seconds. A number of five digits
 * has seconds, and one above 235959 is in milliseconds. Shorter numbers follow the earlier rows,
 * and the first row is assumed to have no seconds. A file that contradicts this assumption is
 * rejected.
 */
final class TimeOfDay {
  private static final int MAX_WITHOUT_SECONDS = 9999;
  private static final int MAX_WITH_SECONDS = 235_959;

  private enum Form {
    HOURS_MINUTES,
    HOURS_MINUTES_SECONDS,
    MILLISECONDS
  }

  private Form form;

  /** Parses {@code 09:30}, {@code 09:30:00.5+01:00}, 0930, 093000 or a number. */
  long ofText(String text) {
    OptionalLong number = TimeTexts.number(text);
    if (number.isEmpty()) {
      return TimeTexts.timeOfDay(text);
    }
    return switch (text.strip().length()) {
      case 4 -> ofNumber(number.getAsLong(), Form.HOURS_MINUTES);
      case 6 -> ofNumber(number.getAsLong(), Form.HOURS_MINUTES_SECONDS);
      default -> ofNumber(number.getAsLong());
    };
  }

  long ofNumber(long value) {
    if (value > MAX_WITH_SECONDS || form == Form.MILLISECONDS) {
      return ofNumber(value, Form.MILLISECONDS);
    }
    if (value > MAX_WITHOUT_SECONDS) {
      return ofNumber(value, Form.HOURS_MINUTES_SECONDS);
    }
    return ofNumber(value, Objects.requireNonNullElse(form, Form.HOURS_MINUTES));
  }

  private long ofNumber(long value, Form found) {
    if (form != null && form != found) {
      throw new IllegalArgumentException(value + ": the rows before have another form of time");
    }
    form = found;
    if (found == Form.MILLISECONDS) {
      return of(value, TimeUnit.MILLISECONDS);
    }
    return ofHoursMinutesSeconds(found == Form.HOURS_MINUTES ? value * 100 : value);
  }

  static long of(long value, TimeUnit unit) {
    long micros = unit == TimeUnit.NANOSECONDS ? TimeValues.micros(value) : unit.toMicros(value);
    if (micros < 0 || micros >= TimeValues.DAY) {
      throw new IllegalArgumentException(value + " is not a time of day");
    }
    return micros;
  }

  static long ofHoursMinutesSeconds(long hhmmss) {
    long hour = hhmmss / 10_000;
    long minute = hhmmss / 100 % 100;
    long second = hhmmss % 100;
    if (hhmmss < 0 || hour > 23 || minute > 59 || second > 59) {
      throw new IllegalArgumentException("no such time of day");
    }
    return ((hour * 60 + minute) * 60 + second) * 1_000_000;
  }
}
