package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.provider.Freshness;
import java.util.List;
import java.util.Optional;

/** Storage of events. Every method blocks and throws exceptions that clients may see. */
public interface CalendarProvider {
  /** Maximum number of events in a reply. A request for more is rejected. */
  int MAX_EVENTS = 5_000;

  /**
   * A booked meeting.
   *
   * @param link URL of the event for browsers, or the guest's cancel link
   * @param note additional information for the client; empty if none
   */
  record Booked(CalendarEvent event, String link, String note) {}

  /**
   * Events of a span.
   *
   * @param freshness of events that a provider returned
   */
  record Listed(List<CalendarEvent> events, Freshness freshness) {}

  /**
   * Returns all events that overlap the span, sorted by start.
   *
   * @throws ApiException 400 if there are more than {@link #MAX_EVENTS}
   */
  Listed events(TimeSpan span);

  /** Returns the times at which the owner is busy. The list may include times outside the span. */
  List<TimeSpan> busy(TimeSpan span);

  /** Returns the busy times for a public page, which may be some seconds old. */
  default List<TimeSpan> shownBusy(TimeSpan span) {
    return busy(span);
  }

  /** Returns whether the owner is busy in another calendar. */
  default boolean isBusyElsewhere(TimeSpan span) {
    return false;
  }

  String newId();

  /**
   * Books a meeting. If two bookings overlap, only one succeeds. A repeated request with the same
   * ID returns the first booking.
   *
   * @throws dev.gatehouse.bus.ApiException 409 if the time is taken
   */
  Booked book(BookingRequest request);

  /**
   * Cancels an event and notifies its guests.
   *
   * @return whether the event existed
   */
  boolean cancel(String id);

  /**
   * Returns a booked meeting, even if it was cancelled since.
   *
   * @return empty if it was cancelled, and its data are deleted
   * @throws ApiException 404 if no meeting was booked with the ID
   */
  Optional<GuestMeeting> meeting(String id);

  /**
   * Moves a meeting to another time, and notifies its guest. Of several concurrent moves, one
   * succeeds. A repeated move succeeds again.
   *
   * @param id of the meeting's event
   * @return the meeting, perhaps under another ID
   * @throws ApiException 404 if it was cancelled or moved in the meantime, 409 if the time is taken
   */
  GuestMeeting move(String id, BookingRequest request);

  /** Returns the error for a meeting that cannot be moved. */
  static ApiException changed() {
    return ApiException.of(
        ErrorCode.EVENT_NOT_FOUND, "the meeting was cancelled or moved in the meantime");
  }

  /** Returns the error for a time that is taken. */
  static ApiException taken() {
    return ApiException.of(ErrorCode.SLOT_TAKEN, "startTime", "this time slot is already booked");
  }

  /** Returns the error for a span with more than {@link #MAX_EVENTS} events. */
  static ApiException tooMany() {
    return ApiException.of(
        ErrorCode.RESULT_TOO_LARGE,
        "these days have more than " + MAX_EVENTS + " events: request fewer days");
  }
}
