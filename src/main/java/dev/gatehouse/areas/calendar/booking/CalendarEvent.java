package dev.gatehouse.areas.calendar.booking;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;

/**
 * An event as clients see it, one flat object.
 *
 * @param status confirmed or tentative; other words come from the provider
 */
public record CalendarEvent(
    String id,
    @JsonUnwrapped Subject subject,
    @JsonUnwrapped Times times,
    @JsonUnwrapped Place place,
    List<Attendee> attendees,
    String status) {

  /** The matter of an event. */
  public record Subject(String title, String description) {}

  /**
   * The times of an event.
   *
   * @param end exclusive; midnight Eastern for events of whole days
   */
  public record Times(Instant start, Instant end, boolean isAllDay) {}

  /**
   * The place of an event.
   *
   * @param meetLink null where there is no video call
   */
  public record Place(String location, String meetLink) {}

  /**
   * A guest who was invited.
   *
   * @param responseStatus needsAction, accepted, declined or tentative
   */
  public record Attendee(String email, String responseStatus) {}
}
