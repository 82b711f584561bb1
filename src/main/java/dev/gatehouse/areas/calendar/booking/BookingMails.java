package dev.gatehouse.areas.calendar.booking;

import module java.base;

import dev.gatehouse.area.MailLinks;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.MailDraft;
import dev.gatehouse.pages.MailPart.Fact;
import dev.gatehouse.pages.Pages;

/**
 * Emails about meetings: to guests an invitation and a cancellation, to the owner the news.
 *
 * @param organizer the owner's e-mail address
 * @param zone the owner's time zone
 */
public record BookingMails(Pages pages, String organizer, ZoneId zone) {
  /**
   * Email to a guest.
   *
   * @param revision identity of the meeting
   * @param sequence number of moves
   * @param place URL of the video call, or empty
   * @param link URL at which the guest can cancel, or empty
   * @param moved whether the guest knows the meeting, with other times
   * @param changeable whether the guest can also move the meeting there
   */
  record Notice(
      GuestMeeting.Revision revision,
      int sequence,
      Meeting meeting,
      String place,
      String link,
      boolean moved,
      boolean changeable) {
    static Notice of(LocalEvent event) {
      LocalEvent.Links links = event.links();
      return new Notice(
          event.revision(),
          event.moves().sequence(),
          event.meeting(),
          Objects.requireNonNullElse(links.meetLink(), ""),
          links.cancelLink(),
          event.isMove(),
          event.moves().type() != null);
    }

    static Notice of(GuestMeeting booked, int sequence, String link) {
      return new Notice(
          booked.revision(),
          sequence,
          booked.meeting(),
          Objects.requireNonNullElse(booked.place(), ""),
          link,
          sequence > 0,
          booked.type() != null);
    }
  }

  /** Returns the invitation to a meeting, or the notice that it was moved. */
  Email invitation(Notice notice, Instant now) {
    Meeting meeting = notice.meeting();
    String kind = notice.moved() ? "mail.moved" : "mail.invitation";
    MailDraft draft = pages.mail(kind, meeting.title()).facts(when(meeting));
    if (!notice.place().isEmpty()) {
      draft.button(pages.text("mail.invitation.join"), notice.place());
    }
    String link = notice.changeable() ? "mail.invitation.change" : "mail.invitation.cancel";
    draft.quote(meeting.description()).link(pages.text(link), notice.link());
    return Email.of(meeting.attendee(), draft.mail())
        .replyingTo(organizer)
        .with(ICalendar.request(event(notice, notice.sequence(), now), meeting));
  }

  Email cancellation(Notice notice, Instant now) {
    Meeting meeting = notice.meeting();
    return Email.of(
            meeting.attendee(),
            pages.mail("mail.cancellation", meeting.title()).facts(when(meeting)).mail())
        .replyingTo(organizer)
        .with(ICalendar.cancel(event(notice, notice.sequence() + 1, now), meeting));
  }

  /** Returns the email that informs the owner of a change on the booking page. */
  Email news(LocalEvent event, Instant now) {
    Meeting meeting = event.meeting();
    Notice notice = Notice.of(event);
    Fact guest = new Fact(pages.text("mail.booking.guest"), meeting.attendee());
    return Email.toOwner(
            meeting.attendee(),
            pages
                .mail("mail.booking-" + change(event), meeting.title())
                .facts(when(meeting.in(zone)), guest)
                .quote(meeting.description())
                .mail())
        .with(
            event.cancelled()
                ? ICalendar.removed(event(notice, notice.sequence() + 1, now), meeting)
                : ICalendar.publish(event(notice, notice.sequence(), now), meeting));
  }

  private static String change(LocalEvent event) {
    if (event.cancelled()) {
      return "cancelled";
    }
    return event.isMove() ? "moved" : "new";
  }

  /** Returns the file by which a guest adds a meeting to a calendar. */
  public String file(GuestMeeting booked, Instant now) {
    Notice notice = Notice.of(booked, booked.revision().sequence(), "");
    return ICalendar.publish(event(notice, notice.sequence(), now), notice.meeting()).object();
  }

  /** Returns the calendar of meetings for the owner's programs. */
  public String feed(String name, List<LocalEvent> meetings) {
    Map<ICalendar.Event, Meeting> events = new LinkedHashMap<>();
    for (LocalEvent meeting : meetings) {
      Notice notice = Notice.of(meeting);
      events.put(
          event(notice, notice.sequence(), meeting.progress().changedAt()),
          meeting.meeting().withGuest());
    }
    return ICalendar.feed(name, events);
  }

  private ICalendar.Event event(Notice notice, int sequence, Instant now) {
    return new ICalendar.Event(uid(notice.revision()), organizer, notice.place(), sequence, now);
  }

  private String uid(GuestMeeting.Revision revision) {
    return revision.uid() != null
        ? revision.uid()
        : revision.id() + organizer.substring(organizer.indexOf('@'));
  }

  private Fact when(Meeting meeting) {
    return new Fact(
        pages.text("mail.invitation.when"),
        pages.site().span(meeting.span().start(), meeting.span().end(), meeting.zone()));
  }

  /** Returns emails with sample data by their kind, for previews. */
  public static Map<String, Email> samples(Pages pages, MailLinks links) {
    var mails = new BookingMails(pages, "owner@example.com", ZoneId.of("America/New_York"));
    Instant start = Instant.parse("2026-11-10T14:00:00Z");
    var meeting =
        new Meeting(
            "Introduction",
            "I would like to talk about a new website.",
            new TimeSpan(start, start.plus(Duration.ofMinutes(30))),
            ZoneId.of("Europe/Stockholm"),
            "maria@example.com",
            true);
    String cancel = links.base("") + GuestLinks.CANCEL + "TOKEN";
    return Map.of(
        "booking-invitation", mails.invitation(sample(0, cancel, meeting), start),
        "booking-change", mails.invitation(sample(1, cancel, meeting), start),
        "booking-cancellation", mails.cancellation(sample(0, cancel, meeting), start),
        "booking-owner", mails.news(event(meeting, cancel, LocalEvent.CONFIRMED, 0), start),
        "booking-owner-change", mails.news(event(meeting, cancel, LocalEvent.CONFIRMED, 1), start),
        "booking-owner-cancellation",
            mails.news(event(meeting, cancel, LocalEvent.CANCELLED, 0), start));
  }

  private static LocalEvent event(Meeting meeting, String link, String status, int moves) {
    return new LocalEvent(
        "65f0c2a9b7e4d81c3a5f6e01",
        LocalEvent.Agreement.of(meeting),
        new LocalEvent.Links(null, link),
        new LocalEvent.Progress(status, false, meeting.span().start(), 0),
        new LocalEvent.Moves(null, "intro", null, moves, moves == 0 ? null : "former", null));
  }

  private static Notice sample(int sequence, String link, Meeting meeting) {
    return new Notice(
        new GuestMeeting.Revision("65f0c2a9b7e4d81c3a5f6e01", null, sequence),
        sequence,
        meeting,
        "https://meet.example.com/owner",
        link,
        sequence > 0,
        sequence > 0);
  }
}
