package dev.gatehouse.calendar.booking;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;

/**
 * An event of the local calendar as it is stored.
 *
 * @param zone in which its times were given
 * @param attendee an e-mail address; empty for none
 * @param meetLink null without a video call
 * @param status pending until its time is claimed, then confirmed; cancelled in the end
 * @param cancelToken by which the guest may cancel
 */
public record LocalEvent(
    String id,
    String title,
    String description,
    Instant start,
    Instant end,
    String zone,
    String attendee,
    String meetLink,
    String status,
    String cancelToken,
    Instant createdAt) {
  public static final String PENDING = "pending";
  public static final String CONFIRMED = "confirmed";
  public static final String CANCELLED = "cancelled";

  Meeting meeting() {
    return new Meeting(
        title, description, new Span(start, end), ZoneId.of(zone), attendee, meetLink != null);
  }

  CalendarEvent view() {
    return new CalendarEvent(
        id,
        title,
        description,
        start,
        end,
        meetLink == null ? "" : meetLink,
        attendee.isEmpty()
            ? List.of()
            : List.of(new CalendarEvent.Attendee(attendee, "needsAction")),
        midnight(start) && midnight(end),
        meetLink,
        CONFIRMED);
  }

  private boolean midnight(Instant moment) {
    return moment.atZone(ZoneId.of(zone)).toLocalTime().equals(LocalTime.MIDNIGHT);
  }
}
