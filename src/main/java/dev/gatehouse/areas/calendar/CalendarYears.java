package dev.gatehouse.areas.calendar;

/** Range of the supported years. All times of the service are in them. */
final class CalendarYears {
  private static final int FIRST = 1900;
  private static final int END = 2200;

  private CalendarYears() {}

  static boolean contain(int year) {
    return year >= FIRST && year < END;
  }
}
