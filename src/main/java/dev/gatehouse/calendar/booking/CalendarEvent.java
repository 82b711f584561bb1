package dev.gatehouse.calendar.booking;

import java.time.Instant;
import java.util.List;

/**
 * An event as clients see it.
 *
 * @param end exclusive; midnight Eastern for events of whole days
 * @param meetLink null where there is no video call
 * @param status confirmed or tentative; other words come from the provider
 */
public record CalendarEvent(
    String id,
    String title,
    String description,
    Instant start,
    Instant end,
    String location,
    List<Attendee> attendees,
    boolean isAllDay,
    String meetLink,
    String status) {

  /**
   * A guest who was invited.
   *
   * @param responseStatus needsAction, accepted, declined or tentative
   */
  public record Attendee(String email, String responseStatus) {}
}
