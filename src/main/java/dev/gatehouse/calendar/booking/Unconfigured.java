package dev.gatehouse.calendar.booking;

import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.FailureException;
import java.util.List;

/** A provider that lacks its key: every question says which setting is missing. */
public final class Unconfigured implements CalendarProvider {
  private static FailureException refusal() {
    return Failure.of(503, "calendar is not configured: set GATEHOUSE_CALENDAR_KEY").exception();
  }

  @Override
  public List<CalendarEvent> events(Span span) {
    throw refusal();
  }

  @Override
  public List<Span> busy(Span span) {
    throw refusal();
  }

  @Override
  public Booked book(Meeting meeting, String base) {
    throw refusal();
  }

  @Override
  public boolean cancel(String id) {
    throw refusal();
  }
}
