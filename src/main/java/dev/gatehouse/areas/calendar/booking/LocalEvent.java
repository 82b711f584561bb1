package dev.gatehouse.areas.calendar.booking;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;

/**
 * An event of the local calendar, stored as one flat object.
 *
 * @param status pending while its time is being claimed, then confirmed; cancelled at the end
 * @param open whether work for its status is unfinished; {@link LocalCalendar#repair} completes it
 * @param changedAt time of the last change of status
 */
public record LocalEvent(
    String id,
    @JsonUnwrapped Agreement agreement,
    @JsonUnwrapped Links links,
    String status,
    boolean open,
    Instant changedAt) {
  public static final String PENDING = "pending";
  public static final String CONFIRMED = "confirmed";
  public static final String CANCELLED = "cancelled";

  /**
   * URLs that belong to an event.
   *
   * @param meetLink null without a video call
   * @param cancelLink URL at which the guest can cancel
   */
  public record Links(String meetLink, String cancelLink) {}

  /**
   * The agreed meeting.
   *
   * @param zone of the requested local times
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

  /** Returns whether the event was ever confirmed, also if it was cancelled since. */
  public boolean agreed() {
    return !status.equals(PENDING);
  }

  public boolean cancelled() {
    return status.equals(CANCELLED);
  }

  TimeSpan time() {
    return new TimeSpan(agreement.start(), agreement.end());
  }

  Meeting meeting() {
    return new Meeting(
        agreement.title(),
        agreement.description(),
        time(),
        ZoneId.of(agreement.zone()),
        agreement.attendee(),
        links.meetLink() != null);
  }

  CalendarEvent view() {
    Instant start = agreement.start();
    Instant end = agreement.end();
    String meetLink = links.meetLink();
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
