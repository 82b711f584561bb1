package dev.gatehouse.areas.calendar.booking;

/**
 * Request for a booking.
 *
 * @param id of the event. Repeated requests with one ID book one meeting.
 * @param base URL of the service, for links
 * @param type key of the event type; null if it was not made on the booking page
 */
public record BookingRequest(String id, Meeting meeting, String base, String type) {
  /** Returns the request of an API client. */
  public static BookingRequest of(String id, Meeting meeting, String base) {
    return new BookingRequest(id, meeting, base, null);
  }
}
