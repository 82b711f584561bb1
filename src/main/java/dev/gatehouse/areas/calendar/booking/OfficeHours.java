package dev.gatehouse.areas.calendar.booking;

import module java.base;

/**
 * Office hours of the owner, and the limits of bookings.
 *
 * @param days of the week
 * @param zone the owner's time zone, which applies to days and hours
 * @param from start of the hours, local time
 * @param to end of the hours, local time; on the next day unless it is after the start. No offered
 *     slot ends later.
 * @param buffer time kept free around each event
 * @param notice minimum time between a booking and its meeting
 * @param horizon maximum time between a booking and its meeting; zero for no limit
 */
public record OfficeHours(
    ZoneId zone,
    Set<DayOfWeek> days,
    LocalTime from,
    LocalTime to,
    Duration buffer,
    Duration notice,
    Duration horizon) {

  /**
   * Returns the span from midnight to midnight. A day has 23 or 25 hours when the clocks change.
   */
  public TimeSpan days(LocalDate first, LocalDate last) {
    return new TimeSpan(
        first.atStartOfDay(zone).toInstant(), last.plusDays(1).atStartOfDay(zone).toInstant());
  }

  /** Returns the hours that begin on a day; empty on a day off. */
  private Optional<TimeSpan> beginning(LocalDate day) {
    if (!days.contains(day.getDayOfWeek())) {
      return Optional.empty();
    }
    LocalDate last = to.isAfter(from) ? day : day.plusDays(1);
    return Optional.of(
        new TimeSpan(
            day.atTime(from).atZone(zone).toInstant(), last.atTime(to).atZone(zone).toInstant()));
  }

  /**
   * Returns the working hours in which the slots of a day lie, also those that begin on the day
   * before or end on the next day; empty on a day off.
   */
  public List<TimeSpan> of(LocalDate day) {
    TimeSpan whole = days(day, day);
    return Stream.of(day.minusDays(1), day)
        .flatMap(each -> beginning(each).stream())
        .filter(whole::overlaps)
        .toList();
  }

  /** Returns the free slots that start on a day, at multiples of their length. */
  public List<TimeSpan> slots(LocalDate day, Duration length, List<TimeSpan> busy, Instant now) {
    List<TimeSpan> slots = new ArrayList<>();
    for (TimeSpan hours : of(day)) {
      Instant start = hours.start();
      while (!start.plus(length).isAfter(hours.end())) {
        TimeSpan slot = new TimeSpan(start, start.plus(length));
        if (start.atZone(zone).toLocalDate().equals(day)
            && bookable(start, now)
            && busy.stream().noneMatch(slot.widened(buffer)::overlaps)) {
          slots.add(slot);
        }
        start = slot.end();
      }
    }
    return slots;
  }

  /** Returns whether a start is in the future, and is neither too soon nor too far ahead. */
  public boolean bookable(Instant start, Instant now) {
    return start.isAfter(now)
        && !start.isBefore(now.plus(notice))
        && (horizon.isZero() || !start.isAfter(now.plus(horizon)));
  }
}
