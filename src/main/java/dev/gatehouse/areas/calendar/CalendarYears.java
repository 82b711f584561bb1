package dev.gatehouse.areas.calendar;

/** The years that a calendar has to do with: all times of the service lie in them. */
final class CalendarYears {
  private static final int FIRST = 1900;
  private static final int END = 2200;

  private CalendarYears() {}

  static boolean contain(int year) {
    return year >= FIRST && year < END;
  }
}
