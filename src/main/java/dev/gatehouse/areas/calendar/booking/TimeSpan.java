package dev.gatehouse.areas.calendar.booking;

import module java.base;

/** A span of time. Its end is exclusive. */
public record TimeSpan(Instant start, Instant end) {
  /** Returns whether the two spans have a moment in common. */
  public boolean overlaps(TimeSpan other) {
    return start.isBefore(other.end) && other.start.isBefore(end);
  }

  TimeSpan widened(Duration by) {
    return new TimeSpan(start.minus(by), end.plus(by));
  }

  /** Returns the days (UTC) that the span touches, in order. */
  List<LocalDate> days() {
    LocalDate first = LocalDate.ofInstant(start, ZoneOffset.UTC);
    LocalDate last = LocalDate.ofInstant(end.minusNanos(1), ZoneOffset.UTC);
    return first.datesUntil(last.plusDays(1)).toList();
  }
}
