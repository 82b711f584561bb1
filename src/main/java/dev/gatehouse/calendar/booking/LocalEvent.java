package dev.gatehouse.calendar.booking;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;

/**
 * An event of the local calendar as it is stored, one flat object.
 *
 * @param meetLink null without a video call
 * @param status pending until its time is claimed, then confirmed; cancelled in the end
 * @param cancelToken by which the guest may cancel
 */
public record LocalEvent(
    String id,
    @JsonUnwrapped Agreement agreement,
    String meetLink,
    String status,
    String cancelToken,
    Instant createdAt) {
  public static final String PENDING = "pending";
  public static final String CONFIRMED = "confirmed";
  public static final String CANCELLED = "cancelled";

  /**
   * The meeting that was agreed.
   *
   * @param zone in which its times were given
   * @param attendee an e-mail address; empty for none
   */
  public record Agreement(
      String title, String description, Instant start, Instant end, String zone, String attendee) {
    static Agreement of(Meeting meeting) {
      return new Agreement(
          meeting.title(),
          meeting.description(),
          meeting.span().start(),
          meeting.span().end(),
          meeting.zone().getId(),
          meeting.attendee());
    }
  }

  String attendee() {
    return agreement.attendee();
  }

  Meeting meeting() {
    return new Meeting(
        agreement.title(),
        agreement.description(),
        new Span(agreement.start(), agreement.end()),
        ZoneId.of(agreement.zone()),
        agreement.attendee(),
        meetLink != null);
  }

  CalendarEvent view() {
    Instant start = agreement.start();
    Instant end = agreement.end();
    return new CalendarEvent(
        id,
        new CalendarEvent.Subject(agreement.title(), agreement.description()),
        new CalendarEvent.Times(start, end, midnight(start) && midnight(end)),
        new CalendarEvent.Place(meetLink == null ? "" : meetLink, meetLink),
        attendee().isEmpty()
            ? List.of()
            : List.of(new CalendarEvent.Attendee(attendee(), "needsAction")),
        CONFIRMED);
  }

  private boolean midnight(Instant moment) {
    return moment.atZone(ZoneId.of(agreement.zone())).toLocalTime().equals(LocalTime.MIDNIGHT);
  }
}
