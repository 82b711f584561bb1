package dev.gatehouse.areas.calendar.google;

import dev.gatehouse.areas.calendar.booking.CalendarEvent;
import dev.gatehouse.areas.calendar.booking.OfficeHours;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

/** An event as the provider writes it. Any field may be absent. */
record GoogleEvent(
    String id,
    String status,
    String summary,
    String description,
    String location,
    String visibility,
    String htmlLink,
    String hangoutLink,
    Time start,
    Time end,
    List<Guest> attendees,
    Conference conferenceData) {

  /**
   * @param date set for all-day events
   * @param dateTime with an offset
   */
  record Time(String date, String dateTime) {
    Instant instant() {
      return date == null
          ? OffsetDateTime.parse(dateTime).toInstant()
          : LocalDate.parse(date).atStartOfDay(OfficeHours.ZONE).toInstant();
    }
  }

  record Guest(String email, String responseStatus, boolean resource) {}

  record Conference(CreateRequest createRequest, List<EntryPoint> entryPoints) {}

  record CreateRequest(Status status) {}

  record Status(String statusCode) {}

  record EntryPoint(String entryPointType, String uri) {}

  boolean cancelled() {
    return "cancelled".equals(status);
  }

  /** Returns whether the creation of the video call is pending. */
  boolean conferencePending() {
    return conferenceData != null
        && conferenceData.createRequest() != null
        && conferenceData.createRequest().status() != null
        && "pending".equals(conferenceData.createRequest().status().statusCode());
  }

  /**
   * Returns the event for clients. For a private or confidential event, it shows only the times and
   * the status.
   */
  CalendarEvent view() {
    boolean hidden = "private".equals(visibility) || "confidential".equals(visibility);
    return new CalendarEvent(
        id,
        new CalendarEvent.Subject(
            hidden || summary == null ? "Busy" : summary, hidden ? "" : plain(description)),
        new CalendarEvent.Times(start.instant(), end.instant(), start.date() != null),
        new CalendarEvent.Place(
            hidden || location == null ? "" : location, hidden ? null : meetLink()),
        hidden ? List.of() : guests(),
        status == null ? "confirmed" : status);
  }

  private List<CalendarEvent.Attendee> guests() {
    return attendees == null
        ? List.of()
        : attendees.stream()
            .filter(guest -> !guest.resource() && guest.email() != null)
            .map(guest ->
                new CalendarEvent.Attendee(
                    guest.email(),
                    guest.responseStatus() == null ? "needsAction" : guest.responseStatus()))
            .toList();
  }

  private String meetLink() {
    if (hangoutLink != null) {
      return hangoutLink;
    }
    return conferenceData == null || conferenceData.entryPoints() == null
        ? null
        : conferenceData.entryPoints().stream()
            .filter(entry -> "video".equals(entry.entryPointType()) && entry.uri() != null)
            .map(EntryPoint::uri)
            .findFirst()
            .orElse(null);
  }

  /** Converts a description to plain text, because descriptions may be HTML. */
  private static String plain(String text) {
    return text == null
        ? ""
        : text.replaceAll("(?i)<br */?>|</p>", "\n").replaceAll("<[^>]*>", "").strip();
  }
}
