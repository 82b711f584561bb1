package dev.gatehouse.areas.calendar.booking;

import module java.base;

import dev.gatehouse.formats.Mailto;
import dev.gatehouse.outbox.Email.CalendarPart;

/** Writer of invitations and cancellations: iCalendar objects (RFC 5545) for mail (RFC 6047). */
final class ICalendar {
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final String PUBLISH = "PUBLISH";
  private static final int LINE_BYTES = 75;

  private final StringBuilder text = new StringBuilder();

  private ICalendar() {}

  /**
   * Properties that all messages about an event share.
   *
   * @param uid the same for the invitation and its cancellation
   * @param organizer an e-mail address
   * @param place URL of a video call, or empty
   * @param sequence number of the change
   * @param written time at which the message was written
   */
  record Event(String uid, String organizer, String place, int sequence, Instant written) {}

  /** Returns an invitation. Its times are UTC, so that it needs no zone definition. */
  static CalendarPart request(Event event, Meeting meeting) {
    return part("REQUEST", "CONFIRMED", event, meeting);
  }

  static CalendarPart cancel(Event event, Meeting meeting) {
    return part("CANCEL", "CANCELLED", event, meeting);
  }

  /** Returns an event for the calendar of the reader, who need not reply. */
  static CalendarPart publish(Event event, Meeting meeting) {
    return part(PUBLISH, "CONFIRMED", event, meeting);
  }

  /** Returns the same event as {@link #publish}, cancelled. */
  static CalendarPart removed(Event event, Meeting meeting) {
    return part(PUBLISH, "CANCELLED", event, meeting);
  }

  /** Returns a calendar of events that a program subscribes to, in a given order. */
  static String feed(String name, Map<Event, Meeting> events) {
    ICalendar feed = new ICalendar().begin(PUBLISH).line("X-WR-CALNAME", escaped(name));
    events.forEach((event, meeting) -> feed.event(PUBLISH, "CONFIRMED", event, meeting));
    return feed.line("END", "VCALENDAR").text.toString();
  }

  private static CalendarPart part(String method, String status, Event event, Meeting meeting) {
    String text =
        new ICalendar()
            .begin(method)
            .event(method, status, event, meeting)
            .line("END", "VCALENDAR")
            .text
            .toString();
    return new CalendarPart(method, text);
  }

  private ICalendar begin(String method) {
    return line("BEGIN", "VCALENDAR")
        .line("VERSION", "2.0")
        .line("PRODID", "-//Gatehouse//Calendar//EN")
        .line("CALSCALE", "GREGORIAN")
        .line("METHOD", method);
  }

  private ICalendar event(String method, String status, Event event, Meeting meeting) {
    String rsvp = method.equals("REQUEST") ? "TRUE" : "FALSE";
    return line("BEGIN", "VEVENT")
        .line("UID", escaped(event.uid()))
        .line("SEQUENCE", Integer.toString(event.sequence()))
        .line("DTSTAMP", UTC.format(event.written()))
        .line("DTSTART", UTC.format(meeting.span().start()))
        .line("DTEND", UTC.format(meeting.span().end()))
        .line("SUMMARY", escaped(meeting.title()))
        .unlessEmpty("DESCRIPTION", escaped(meeting.description()))
        .unlessEmpty("LOCATION", escaped(event.place()))
        .line("ORGANIZER", Mailto.uri(event.organizer()))
        .unlessEmpty(
            "ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=" + rsvp,
            method.equals(PUBLISH) ? "" : Mailto.uri(meeting.attendee()))
        .line("STATUS", status)
        .line("TRANSP", "OPAQUE")
        .line("END", "VEVENT");
  }

  private ICalendar unlessEmpty(String name, String value) {
    return value.isEmpty() ? this : line(name, value);
  }

  /**
   * Appends one content line, folded into lines of at most 75 bytes without splitting a character.
   */
  private ICalendar line(String name, String value) {
    int bytes = 0;
    String whole = name + ':' + value;
    for (int at = 0; at < whole.length(); ) {
      int character = whole.codePointAt(at);
      int size = Character.toString(character).getBytes(StandardCharsets.UTF_8).length;
      if (bytes + size > LINE_BYTES) {
        text.append("\r\n ");
        bytes = 1;
      }
      text.appendCodePoint(character);
      bytes += size;
      at += Character.charCount(character);
    }
    text.append("\r\n");
    return this;
  }

  private static String escaped(String value) {
    return value
        .replace("\\", "\\\\")
        .replace(";", "\\;")
        .replace(",", "\\,")
        .replaceAll("\r\n|\r|\n", "\\\\n")
        .replaceAll("[\\p{Cc}&&[^\t]]", "");
  }
}
