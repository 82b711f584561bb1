package dev.gatehouse.areas.trading.marketdata.upload;

import java.time.DateTimeException;
import java.time.LocalDate;

/** Days of the calendar as days since 1970; throws IllegalArgumentException for what is none. */
final class CalendarDays {
  private CalendarDays() {}

  static long of(int year, int month, int day) {
    try {
      return LocalDate.of(year, month, day).toEpochDay();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("there is no such date", e);
    }
  }

  /** The day of a number like 20260131. */
  static long of(long yyyymmdd) {
    int value = Math.toIntExact(yyyymmdd);
    return of(value / 10_000, value / 100 % 100, value % 100);
  }
}
