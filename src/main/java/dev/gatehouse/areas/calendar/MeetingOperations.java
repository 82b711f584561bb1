package dev.gatehouse.areas.calendar;

import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.areas.calendar.booking.BookingMails;
import dev.gatehouse.areas.calendar.booking.CalendarEvent;
import dev.gatehouse.areas.calendar.booking.LocalCalendar;
import dev.gatehouse.areas.calendar.booking.LocalEvent;
import dev.gatehouse.areas.calendar.pages.BookFrame;
import dev.gatehouse.areas.calendar.pages.MeetingPage;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.pages.Pages;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Pages of booked meetings, behind signed links that are valid until the end of the meeting. */
final class MeetingOperations {
  private final CalendarSettings.Book settings;
  private final LocalCalendar guests;
  private final SignedLinks links;
  private final BookingMails mails;
  private final Pages pages;
  private final InstantSource clock;

  MeetingOperations(
      CalendarSettings.Book settings,
      LocalCalendar guests,
      SignedLinks links,
      BookingMails mails,
      Pages pages,
      InstantSource clock) {
    this.settings = settings;
    this.guests = guests;
    this.links = links;
    this.mails = mails;
    this.pages = pages;
    this.clock = clock;
  }

  Map<String, Area.Handler> operations() {
    return Map.of("calendar.meetingPage", this::page, "calendar.meetingFile", this::file);
  }

  private Answer page(Call call) {
    LocalEvent event = event(call.text("token"));
    ZoneId zone = event.meeting().zone();
    return show(new BookFrame(call.flag("embed"), zone, true, ""), event);
  }

  private Answer show(BookFrame frame, LocalEvent event) {
    String token = token(LocalCalendar.MEETING_LINK, event);
    var guest =
        new MeetingPage.Guest(event.attendee(), event.links().meetLink(), event.cancelled());
    var moving = new BookFrame(frame.embed(), frame.zone(), true, token);
    var actions =
        new MeetingPage.Links(
            "/meeting.ics?token=" + token,
            settings.types().stream()
                .filter(type -> type.key().equals(event.moves().type()))
                .findFirst()
                .map(moving::page)
                .orElse(null),
            cancelLink(event.id(), event.agreement().end()));
    LocalEvent.Agreement meeting = event.agreement();
    return framed(
        frame,
        pages.answer(
            "book/meeting",
            new MeetingPage(
                frame, meeting.title(), meeting.start(), meeting.end(), guest, actions)));
  }

  private String cancelLink(String id, Instant end) {
    return "/api/proxy/calendar/cancel?token=" + links.token(LocalCalendar.CANCEL_LINK, id, end);
  }

  /** Returns the page of a meeting in the calendar of a provider, where guests cannot move it. */
  Answer show(BookFrame frame, CalendarEvent event, String email) {
    CalendarEvent.Times times = event.times();
    var guest = new MeetingPage.Guest(email, event.place().meetLink(), false);
    var actions = new MeetingPage.Links(null, null, cancelLink(event.id(), times.end()));
    return framed(
        frame,
        pages.answer(
            "book/meeting",
            new MeetingPage(
                frame, event.subject().title(), times.start(), times.end(), guest, actions)));
  }

  /** Returns a redirect to the page of a meeting. */
  Answer redirect(Call call, BookFrame frame, LocalEvent event) {
    String token = token(LocalCalendar.MEETING_LINK, event);
    return Answer.seeOther(call.base() + frame.meeting(token));
  }

  private Answer file(Call call) {
    LocalEvent event = event(call.text("token"));
    return new Answer(
        200,
        Map.of(
            "Content-Type",
            "text/calendar",
            "Content-Disposition",
            "attachment; filename=\"meeting.ics\""),
        Buffer.buffer(mails.file(event, clock.instant())),
        null);
  }

  /** Returns an answer that the configured sites may show in a frame. */
  Answer framed(BookFrame frame, Answer answer) {
    List<String> origins = frame.embed() ? settings.origins() : List.of();
    return answer.with(Pages.scripted(origins));
  }

  /** Returns an event that was booked in the local calendar. */
  Optional<LocalEvent> booked(String id) {
    return guests.find(id);
  }

  /** Returns the meeting of a link, which must not be cancelled. */
  LocalEvent confirmed(String token) {
    LocalEvent event = event(token);
    if (event.cancelled()) {
      throw unknown();
    }
    return event;
  }

  private LocalEvent event(String token) {
    return links
        .id(LocalCalendar.MEETING_LINK, token)
        .flatMap(guests::find)
        .orElseThrow(MeetingOperations::unknown);
  }

  private static ApiException unknown() {
    return ApiException.of(
        ErrorCode.CANCEL_LINK_NOT_FOUND, "the link is unknown, or its meeting is over");
  }

  private String token(String purpose, LocalEvent event) {
    Instant end = event.agreement().end();
    return links.token(purpose, event.id(), end);
  }
}
