package dev.gatehouse.areas.calendar.booking;

import java.time.InstantSource;
import java.util.Optional;

/**
 * Calendars in which guests have booked. Meetings in the local calendar keep their links if the
 * owner configures a provider.
 */
public record GuestCalendars(LocalCalendar local, CalendarProvider provider, InstantSource clock) {
  /**
   * Returns a booked meeting, even if it was cancelled since.
   *
   * @return empty if it was cancelled, and its data are deleted
   * @throws dev.gatehouse.bus.ApiException 404 if no meeting was booked with the ID, or if it is
   *     over
   */
  public Optional<GuestMeeting> meeting(String id) {
    return holder(id).meeting(id).map(this::upcoming);
  }

  /** A link remains valid until the end of the first time, also if the meeting was moved back. */
  private GuestMeeting upcoming(GuestMeeting booked) {
    if (booked.meeting().span().end().isAfter(clock.instant())) {
      return booked;
    }
    throw GuestLinks.unknown();
  }

  /**
   * Cancels a meeting, also if it was moved since. A repeated request also succeeds.
   *
   * @return the ID of its event
   * @throws dev.gatehouse.bus.ApiException like {@link #meeting}
   */
  public String cancel(String id) {
    meeting(id);
    if (local.find(id).isPresent()) {
      return local.cancelMeeting(id);
    }
    provider.cancel(id);
    return id;
  }

  /**
   * Moves a meeting to another time.
   *
   * @throws dev.gatehouse.bus.ApiException 404 if it is not in the calendar in which visitors book
   */
  public GuestMeeting move(String id, BookingRequest request) {
    if (!isMovable(id)) {
      throw CalendarProvider.changed();
    }
    return provider.move(id, request);
  }

  /** Returns whether a meeting is in the calendar in which visitors book, so that it can move. */
  public boolean isMovable(String id) {
    return holder(id).equals(provider);
  }

  private CalendarProvider holder(String id) {
    return local.find(id).isPresent() ? local : provider;
  }
}
