package dev.gatehouse.areas.calendar.google;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.areas.calendar.booking.CalendarEvent;
import dev.gatehouse.areas.calendar.booking.GuestMeeting;
import dev.gatehouse.areas.calendar.booking.Meeting;
import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.AcceptableText;

/** An event as the provider writes it. Any field may be absent. */
record GoogleEvent(
    String id,
    String etag,
    String iCalUID,
    int sequence,
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
    Conference conferenceData,
    Properties extendedProperties) {
  /** Names of this service's properties of an event. */
  static final String TYPE = "gatehouseType";

  static final String GUEST = "gatehouseGuest";

  /** UID in the emails of this service. */
  static final String UID = "gatehouseUid";

  /**
   * @param date set for all-day events
   * @param dateTime with an offset
   */
  record Time(String date, String dateTime, String timeZone) {
    Instant instant(ZoneId zone) {
      if (date == null) {
        return OffsetDateTime.parse(dateTime).toInstant();
      }
      return LocalDate.parse(date).atStartOfDay(zone).toInstant();
    }
  }

  /** Properties that only this service reads. */
  record Properties(@JsonProperty("private") Map<String, String> own) {}

  record Guest(String email, String responseStatus, boolean resource) {}

  record Conference(CreateRequest createRequest, List<EntryPoint> entryPoints) {}

  record CreateRequest(Status status) {}

  record Status(String statusCode) {}

  record EntryPoint(String entryPointType, String uri) {}

  /** Returns whether this is an event with a time, and starts at it. */
  boolean startsAt(Instant time) {
    return start != null && start.date() == null && start.instant(ZoneOffset.UTC).equals(time);
  }

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
   * Returns the event for clients. All-day events last from midnight to midnight in a zone. For a
   * private or confidential event, it shows only the times and the status.
   */
  CalendarEvent view(ZoneId zone) {
    boolean hidden = "private".equals(visibility) || "confidential".equals(visibility);
    var times =
        new CalendarEvent.Times(start.instant(zone), end.instant(zone), start.date() != null);
    String standing = Objects.requireNonNullElse(status, "confirmed");
    if (hidden) {
      var subject = new CalendarEvent.Subject("Busy", "");
      var place = new CalendarEvent.Place("", null);
      return new CalendarEvent(id, subject, times, place, List.of(), standing);
    }
    return new CalendarEvent(
        id,
        new CalendarEvent.Subject(line(summary, "Busy"), plain(description)),
        times,
        new CalendarEvent.Place(line(location, ""), meetLink()),
        guests(),
        standing);
  }

  GuestMeeting forGuest(ZoneId owner) {
    String guest = guest();
    var meeting =
        new Meeting(
            line(summary, ""),
            plain(description).replace(guestLine(guest), "").strip(),
            new TimeSpan(start.instant(owner), end.instant(owner)),
            zone(owner),
            guest,
            meetLink() != null);
    boolean invited = invites(guest) && iCalUID != null;
    return new GuestMeeting(
        id,
        meeting,
        meetLink(),
        property(TYPE),
        cancelled(),
        new GuestMeeting.Revision(invited ? iCalUID : property(UID), id, sequence));
  }

  /** Returns the guest's address; an event of an earlier release has only the attendee. */
  private String guest() {
    return Optional.ofNullable(property(GUEST))
        .or(() -> guests().stream().findFirst().map(CalendarEvent.Attendee::email))
        .orElse("");
  }

  /** Returns the line of a description that names a guest whom the provider does not invite. */
  static String guestLine(String guest) {
    return "Guest: " + guest;
  }

  /** Returns whether a guest gets the emails of this service, because the provider sends none. */
  boolean hasUninvitedGuest() {
    return property(GUEST) != null && !invites(property(GUEST));
  }

  private boolean invites(String guest) {
    return guests().stream().anyMatch(each -> each.email().equalsIgnoreCase(guest));
  }

  private String property(String name) {
    return Optional.ofNullable(extendedProperties)
        .map(Properties::own)
        .map(own -> own.get(name))
        .orElse(null);
  }

  private ZoneId zone(ZoneId owner) {
    try {
      return start.timeZone() == null ? owner : ZoneId.of(start.timeZone());
    } catch (DateTimeException unknown) {
      return owner;
    }
  }

  private List<CalendarEvent.Attendee> guests() {
    return Objects.requireNonNullElse(attendees, List.<Guest>of()).stream()
        .filter(guest -> !guest.resource() && guest.email() != null)
        .map(guest ->
            new CalendarEvent.Attendee(
                guest.email(), Objects.requireNonNullElse(guest.responseStatus(), "needsAction")))
        .toList();
  }

  private String meetLink() {
    if (hangoutLink != null) {
      return hangoutLink;
    }
    return Stream.ofNullable(conferenceData)
        .flatMap(conference -> Json.present(conference.entryPoints()).stream())
        .filter(entry -> "video".equals(entry.entryPointType()) && entry.uri() != null)
        .map(EntryPoint::uri)
        .findFirst()
        .orElse(null);
  }

  /**
   * Returns a text as one line. The calendar also accepts titles that no email may have as its
   * subject.
   */
  private static String line(String text, String otherwise) {
    return AcceptableText.toLine(Objects.requireNonNullElse(text, otherwise));
  }

  private static String plain(String text) {
    return AcceptableText.toParagraph(GoogleText.toPlain(Objects.requireNonNullElse(text, "")));
  }
}
