package dev.gatehouse.areas.trading.marketdata.upload;

import java.time.DateTimeException;
import java.time.LocalDate;

/**
 * Converts calendar dates to days since 1970. Throws IllegalArgumentException for an invalid date.
 */
final class CalendarDays {
  private CalendarDays() {}

  static long of(int year, int month, int day) {
    try {
      return LocalDate.of(year, month, day).toEpochDay();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("the date does not exist", e);
    }
  }

  /** Returns the day of a number such as 20260131. */
  static long of(long yyyymmdd) {
    int value = Math.toIntExact(yyyymmdd);
    return of(value / 10_000, value / 100 % 100, value % 100);
  }
}
