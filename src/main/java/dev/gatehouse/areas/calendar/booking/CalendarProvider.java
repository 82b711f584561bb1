package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import java.util.List;

/** A keeper of events. Every method blocks and throws what the client is to see. */
public interface CalendarProvider {
  /** Events that one reply shows; who asks for days with more is told to ask for fewer. */
  int MAX_EVENTS = 5_000;

  /**
   * A meeting that was booked.
   *
   * @param link where a browser shows the event
   * @param note what the client should know beside; empty if nothing
   */
  record Booked(CalendarEvent event, String link, String note) {}

  /**
   * All events that have a moment in the span, in the order of their starts.
   *
   * @throws ApiException 400 when they are more than {@link #MAX_EVENTS}
   */
  List<CalendarEvent> events(TimeSpan span);

  /** When the owner is busy, within the span or beyond. */
  List<TimeSpan> busy(TimeSpan span);

  /**
   * Books a meeting; of two that overlap one.
   *
   * @param base the service's address, for links
   * @throws dev.gatehouse.bus.ApiException 409 when the time is taken
   */
  Booked book(Meeting meeting, String base);

  /**
   * Cancels an event and tells who was invited.
   *
   * @return whether there was one
   */
  boolean cancel(String id);

  /** Refuses a span with more than {@link #MAX_EVENTS} events. */
  static ApiException tooMany() {
    return ApiError.of(
            ErrorCode.RESULT_TOO_LARGE,
            "these days have more than " + MAX_EVENTS + " events: request fewer days")
        .exception();
  }
}
