package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import java.util.List;
import java.util.Optional;

/** A provider without the required key. Every operation fails and names the missing setting. */
public final class UnconfiguredCalendar implements CalendarProvider {
  private static ApiException refusal() {
    return ApiException.of(
        ErrorCode.NOT_CONFIGURED, "calendar is not configured: set GATEHOUSE_CALENDAR_KEY");
  }

  @Override
  public Listed events(TimeSpan span) {
    throw refusal();
  }

  @Override
  public List<TimeSpan> busy(TimeSpan span) {
    throw refusal();
  }

  @Override
  public String newId() {
    throw refusal();
  }

  @Override
  public Booked book(BookingRequest request) {
    throw refusal();
  }

  @Override
  public Optional<GuestMeeting> meeting(String id) {
    throw refusal();
  }

  @Override
  public GuestMeeting move(String id, BookingRequest request) {
    throw refusal();
  }

  @Override
  public boolean cancel(String id) {
    throw refusal();
  }
}
