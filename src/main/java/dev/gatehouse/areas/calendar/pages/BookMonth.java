package dev.gatehouse.areas.calendar.pages;

import module java.base;

import dev.gatehouse.areas.calendar.booking.TimeSpan;

/**
 * Content of the page on which a visitor chooses a time.
 *
 * @param former time of the meeting that is moved; null for a new one
 * @param problem of the previous choice, shown first; empty for none
 * @param free start times of the free slots of a month
 * @param months the month, and those that can be shown
 * @param day the chosen day; null for the first one with a free slot
 */
public record BookMonth(
    BookFrame frame,
    MeetingType type,
    TimeSpan former,
    String problem,
    SortedMap<LocalDate, List<Instant>> free,
    Months months,
    LocalDate day) {
  private static final int WEEK = 7;

  /**
   * Shown month.
   *
   * @param first earliest month
   * @param last latest month
   */
  public record Months(YearMonth month, YearMonth first, YearMonth last) {
    /** Returns the previous month; null before the first one. */
    public YearMonth previous() {
      return month.isAfter(first) ? month.minusMonths(1) : null;
    }

    /** Returns the next month; null after the last one. */
    public YearMonth next() {
      return month.isBefore(last) ? month.plusMonths(1) : null;
    }
  }

  /** Returns the weeks of the month. A week has null for each day of another month. */
  public List<List<LocalDate>> weeks() {
    YearMonth month = months.month();
    List<List<LocalDate>> weeks = new ArrayList<>();
    LocalDate monday = month.atDay(1).minusDays(month.atDay(1).getDayOfWeek().getValue() - 1L);
    while (!monday.isAfter(month.atEndOfMonth())) {
      List<LocalDate> week = new ArrayList<>();
      for (int i = 0; i < WEEK; i++) {
        LocalDate date = monday.plusDays(i);
        week.add(YearMonth.from(date).equals(month) ? date : null);
      }
      weeks.add(week);
      monday = monday.plusDays(WEEK);
    }
    return weeks;
  }

  /** Returns the day whose slots are shown; empty if the month has none. */
  public Optional<LocalDate> shown() {
    if (day != null && free.containsKey(day)) {
      return Optional.of(day);
    }
    return free.keySet().stream().findFirst();
  }
}
