package dev.gatehouse.calendar.booking;

import dev.gatehouse.provider.UpstreamRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes invitations and cancellations: iCalendar objects (RFC 5545) for mail (RFC 6047). */
final class ICalendar {
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int LINE_BYTES = 75;

  private final StringBuilder text = new StringBuilder();

  private ICalendar() {}

  /**
   * One event's message. Times are UTC, so that no zone has to be described.
   *
   * @param uid the same for the invitation and its cancellation
   * @param cancelled whether the event is cancelled; else it is proposed
   * @param organizer an e-mail address
   * @param place a video call's address, or empty
   */
  static String of(
      String uid, boolean cancelled, Meeting meeting, String organizer, String place, Instant now) {
    return new ICalendar()
        .line("BEGIN", "VCALENDAR")
        .line("VERSION", "2.0")
        .line("PRODID", "-//Gatehouse//Calendar//EN")
        .line("CALSCALE", "GREGORIAN")
        .line("METHOD", cancelled ? "CANCEL" : "REQUEST")
        .line("BEGIN", "VEVENT")
        .line("UID", uid)
        .line("SEQUENCE", cancelled ? "1" : "0")
        .line("DTSTAMP", UTC.format(now))
        .line("DTSTART", UTC.format(meeting.span().start()))
        .line("DTEND", UTC.format(meeting.span().end()))
        .line("SUMMARY", escaped(meeting.title()))
        .unlessEmpty("DESCRIPTION", escaped(meeting.description()))
        .unlessEmpty("LOCATION", escaped(place))
        .line("ORGANIZER", address(organizer))
        .line(
            "ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP="
                + (cancelled ? "FALSE" : "TRUE"),
            address(meeting.attendee()))
        .line("STATUS", cancelled ? "CANCELLED" : "CONFIRMED")
        .line("TRANSP", "OPAQUE")
        .line("END", "VEVENT")
        .line("END", "VCALENDAR")
        .text
        .toString();
  }

  private ICalendar unlessEmpty(String name, String value) {
    return value.isEmpty() ? this : line(name, value);
  }

  /** One content line, folded so that no line has more than 75 bytes and no character is cut. */
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
        .replaceAll("\r\n|\r|\n", "\\\\n");
  }

  private static String address(String email) {
    return "mailto:" + UpstreamRequest.encode(email).replace("%40", "@").replace("%2B", "+");
  }
}
