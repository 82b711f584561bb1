package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.area.MailLinks;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.MailDraft;
import dev.gatehouse.pages.MailPart.Fact;
import dev.gatehouse.pages.Pages;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;

/** Emails to guests: the invitation to a meeting, and its cancellation. */
public final class BookingMails {
  private final Pages pages;
  private final String organizer;

  /**
   * @param organizer the owner's e-mail address
   */
  public BookingMails(Pages pages, String organizer) {
    this.pages = pages;
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
    var event = new ICalendar.Event(uid(id), organizer, place, now);
    MailDraft draft = pages.mail("mail.invitation", meeting.title()).facts(when(meeting));
    if (!place.isEmpty()) {
      draft.button(pages.text("mail.invitation.join"), place);
    }
    return Email.of(
            meeting.attendee(),
            draft
                .quote(meeting.description())
                .link(pages.text("mail.invitation.cancel"), cancelLink)
                .mail())
        .with(ICalendar.request(event, meeting));
  }

  Email cancellation(String id, Meeting meeting, Instant now) {
    var event = new ICalendar.Event(uid(id), organizer, "", now);
    return Email.of(
            meeting.attendee(),
            pages.mail("mail.cancellation", meeting.title()).facts(when(meeting)).mail())
        .with(ICalendar.cancel(event, meeting));
  }

  private String uid(String id) {
    return id + organizer.substring(organizer.indexOf('@'));
  }

  private Fact when(Meeting meeting) {
    return new Fact(
        pages.text("mail.invitation.when"),
        pages.site().span(meeting.span().start(), meeting.span().end(), meeting.zone()));
  }

  /** Returns emails with sample data by their kind, for previews. */
  public static Map<String, Email> samples(Pages pages, MailLinks links) {
    var mails = new BookingMails(pages, "owner@example.com");
    Instant start = Instant.parse("2026-11-10T14:00:00Z");
    var meeting =
        new Meeting(
            "Introduction",
            "I would like to talk about a new website.",
            new TimeSpan(start, start.plus(Duration.ofMinutes(30))),
            ZoneId.of("Europe/Stockholm"),
            "maria@example.com",
            true);
    String id = "65f0c2a9b7e4d81c3a5f6e01";
    String cancel = links.base("") + LocalCalendar.CANCEL + "?token=TOKEN";
    return Map.of(
        "booking-invitation",
            mails.invitation(id, meeting, "https://meet.example.com/owner", cancel, start),
        "booking-cancellation", mails.cancellation(id, meeting, start));
  }
}
