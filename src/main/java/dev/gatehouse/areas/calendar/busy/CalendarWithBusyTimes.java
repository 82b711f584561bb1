package dev.gatehouse.areas.calendar.busy;

import module java.base;

import dev.gatehouse.areas.calendar.booking.BookingRequest;
import dev.gatehouse.areas.calendar.booking.CalendarProvider;
import dev.gatehouse.areas.calendar.booking.GuestMeeting;
import dev.gatehouse.areas.calendar.booking.TimeSpan;

/** A calendar whose owner is also busy at blocked times, and at the times of other calendars. */
public record CalendarWithBusyTimes(CalendarProvider calendar, BusyTimes others)
    implements CalendarProvider {
  @Override
  public Listed events(TimeSpan span) {
    return calendar.events(span);
  }

  @Override
  public List<TimeSpan> busy(TimeSpan span) {
    return with(calendar.busy(span), span);
  }

  @Override
  public List<TimeSpan> shownBusy(TimeSpan span) {
    return with(calendar.shownBusy(span), span);
  }

  @Override
  public boolean isBusyElsewhere(TimeSpan span) {
    return !others.within(span).isEmpty();
  }

  private List<TimeSpan> with(List<TimeSpan> busy, TimeSpan span) {
    return Stream.concat(busy.stream(), others.within(span).stream().map(BusyTime::span)).toList();
  }

  @Override
  public String newId() {
    return calendar.newId();
  }

  @Override
  public Booked book(BookingRequest request) {
    return calendar.book(request);
  }

  @Override
  public boolean cancel(String id) {
    return calendar.cancel(id);
  }

  @Override
  public Optional<GuestMeeting> meeting(String id) {
    return calendar.meeting(id);
  }

  @Override
  public GuestMeeting move(String id, BookingRequest request) {
    return calendar.move(id, request);
  }
}
