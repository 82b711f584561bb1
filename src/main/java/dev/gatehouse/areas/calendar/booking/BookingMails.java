package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.outbox.Email;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Emails to guests: the invitation to a meeting, and its cancellation. */
public final class BookingMails {
  private static final DateTimeFormatter WHEN =
      DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu, HH:mm", Locale.ENGLISH);
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

  private final String organizer;

  /**
   * @param organizer the owner's e-mail address
   */
  public BookingMails(String organizer) {
    this.organizer = organizer;
  }

  /**
   * Returns the invitation to a meeting.
   *
   * @param id of the event
   * @param place URL of the video call, or empty
   * @param cancelLink URL at which the guest can cancel; empty if absent
   */
  Email invitation(String id, Meeting meeting, String place, String cancelLink, Instant now) {
    String text =
        when("You are invited: ", meeting)
            + paragraph("", meeting.description())
            + paragraph("Video call: ", place)
            + paragraph("If you cannot attend, cancel here: ", cancelLink);
    var event = new ICalendar.Event(uid(id), organizer, place, now);
    return email("Invitation: ", meeting, text, ICalendar.request(event, meeting));
  }

  Email cancellation(String id, Meeting meeting, Instant now) {
    var event = new ICalendar.Event(uid(id), organizer, "", now);
    return email(
        "Cancelled: ", meeting, when("Cancelled: ", meeting), ICalendar.cancel(event, meeting));
  }

  private static Email email(
      String what, Meeting meeting, String text, Email.CalendarPart calendar) {
    return new Email(meeting.attendee(), "", what + meeting.title(), text, calendar);
  }

  private String uid(String id) {
    return id + organizer.substring(organizer.indexOf('@'));
  }

  private static String when(String what, Meeting meeting) {
    ZonedDateTime start = meeting.span().start().atZone(meeting.zone());
    ZonedDateTime end = meeting.span().end().atZone(meeting.zone());
    boolean oneDay = start.toLocalDate().equals(end.toLocalDate());
    return what
        + meeting.title()
        + "\n\n"
        + WHEN.format(start)
        + (oneDay ? "-" + TIME.format(end) : " to " + WHEN.format(end))
        + " ("
        + meeting.zone()
        + ")\n";
  }

  private static String paragraph(String label, String text) {
    return text.isEmpty() ? "" : "\n" + label + text + "\n";
  }
}
