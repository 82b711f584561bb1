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
 * When the owner takes meetings.
 *
 * @param days of the week
 * @param from of a day, local time
 * @param to of a day, local time; no meeting that is offered lasts longer
 * @param buffer kept free around each event
 * @param notice how long before a meeting it must be booked
 * @param horizon how far ahead one can be booked; zero for any time
 */
public record OfficeHours(
    Set<DayOfWeek> days,
    LocalTime from,
    LocalTime to,
    Duration buffer,
    Duration notice,
    Duration horizon) {

  /** The owner's zone, of days and hours. */
  public static final ZoneId ZONE = OwnerZone.ID;

  /** Midnight to midnight: 23 hours long or 25 when the clocks change. */
  public static TimeSpan days(LocalDate first, LocalDate last) {
    return new TimeSpan(
        first.atStartOfDay(ZONE).toInstant(), last.plusDays(1).atStartOfDay(ZONE).toInstant());
  }

  /** The working hours of a day; empty on a day off. */
  public List<TimeSpan> of(LocalDate day) {
    return days.contains(day.getDayOfWeek())
        ? List.of(
            new TimeSpan(
                day.atTime(from).atZone(ZONE).toInstant(), day.atTime(to).atZone(ZONE).toInstant()))
        : List.of();
  }

  /** The part of a day's hours that is free, back to back. */
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

  /** Returns whether a meeting at this time is neither past, too soon nor too far ahead. */
  public boolean bookable(Instant start, Instant now) {
    return start.isAfter(now)
        && !start.isBefore(now.plus(notice))
        && (horizon.isZero() || !start.isAfter(now.plus(horizon)));
  }
}
