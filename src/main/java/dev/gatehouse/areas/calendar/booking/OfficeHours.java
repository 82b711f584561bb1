package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.settings.OwnerZone;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Office hours of the owner, and the limits of bookings.
 *
 * @param days of the week
 * @param from start of the hours, local time
 * @param to end of the hours, local time; no offered slot ends later
 * @param buffer time kept free around each event
 * @param notice minimum time between a booking and its meeting
 * @param horizon maximum time between a booking and its meeting; zero for no limit
 */
public record OfficeHours(
    Set<DayOfWeek> days,
    LocalTime from,
    LocalTime to,
    Duration buffer,
    Duration notice,
    Duration horizon) {

  /** The owner's time zone, which applies to days and hours. */
  public static final ZoneId ZONE = OwnerZone.ID;

  /**
   * Returns the span from midnight to midnight. A day has 23 or 25 hours when the clocks change.
   */
  public static TimeSpan days(LocalDate first, LocalDate last) {
    return new TimeSpan(
        first.atStartOfDay(ZONE).toInstant(), last.plusDays(1).atStartOfDay(ZONE).toInstant());
  }

  /** Returns the working hours of a day; empty on a day off. */
  public List<TimeSpan> of(LocalDate day) {
    if (!days.contains(day.getDayOfWeek())) {
      return List.of();
    }
    return List.of(
        new TimeSpan(
            day.atTime(from).atZone(ZONE).toInstant(), day.atTime(to).atZone(ZONE).toInstant()));
  }

  /** Returns the free slots of a day, which start at multiples of their length. */
  public List<TimeSpan> slots(LocalDate day, Duration length, List<TimeSpan> busy, Instant now) {
    List<TimeSpan> slots = new ArrayList<>();
    for (TimeSpan hours : of(day)) {
      Instant start = hours.start();
      while (!start.plus(length).isAfter(hours.end())) {
        TimeSpan slot = new TimeSpan(start, start.plus(length));
        if (bookable(slot.start(), now)
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
