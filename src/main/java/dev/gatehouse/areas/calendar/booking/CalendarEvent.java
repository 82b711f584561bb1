package dev.gatehouse.areas.calendar.booking;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;

/**
 * An event in replies, as one flat object.
 *
 * @param status confirmed or tentative, or the provider's own word
 */
public record CalendarEvent(
    String id,
    @JsonUnwrapped Subject subject,
    @JsonUnwrapped Times times,
    @JsonUnwrapped Place place,
    List<Attendee> attendees,
    String status) {

  public record Subject(String title, String description) {}

  /**
   * Times of an event.
   *
   * @param end exclusive; for all-day events midnight in the owner's time zone
   */
  public record Times(Instant start, Instant end, boolean isAllDay) {}

  /**
   * Location of an event.
   *
   * @param meetLink null if there is no video call
   */
  public record Place(String location, String meetLink) {}

  /**
   * An invited guest.
   *
   * @param responseStatus needsAction, accepted, declined or tentative
   */
  public record Attendee(String email, String responseStatus) {}
}
