package dev.gatehouse.areas.calendar;

import module java.base;

import dev.gatehouse.areas.calendar.booking.BookingMails;
import dev.gatehouse.areas.calendar.booking.GuestCalendars;
import dev.gatehouse.areas.calendar.booking.GuestLinks;
import dev.gatehouse.areas.calendar.booking.GuestMeeting;
import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.areas.calendar.pages.BookFrame;
import dev.gatehouse.areas.calendar.pages.MeetingPage;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.pages.Pages.LinkPage;
import io.vertx.core.buffer.Buffer;

/** Pages of booked meetings, behind signed links that are valid until the end of the meeting. */
record MeetingOperations(
    CalendarSettings.Book settings,
    GuestCalendars calendars,
    GuestLinks links,
    BookingMails mails,
    Pages pages,
    InstantSource clock) {
  Map<String, Area.Handler> operations() {
    return Map.of("calendar.meetingPage", this::page, "calendar.meetingFile", this::file);
  }

  private Answer page(Call call) {
    return booked(call.text("token"))
        .map(booked -> {
          var frame = new BookFrame(call.flag("embed"), booked.meeting().zone(), true, "");
          return show(frame, booked);
        })
        .orElseGet(() -> LinkPage.notice(pages, "cancel.done"));
  }

  /** Returns whether a meeting can move. If not, its page says what to do. */
  boolean isMovable(GuestMeeting booked) {
    return calendars.isMovable(booked.id());
  }

  /** Returns the page of a meeting. */
  Answer show(BookFrame frame, GuestMeeting booked) {
    TimeSpan span = booked.meeting().span();
    String token = links.token(booked.id(), span.end());
    var moving = new BookFrame(frame.embed(), frame.zone(), true, token);
    var actions =
        new MeetingPage.Links(
            "/meeting.ics?token=" + token,
            settings.types().stream()
                .filter(type -> type.key().equals(booked.type()))
                .findFirst()
                .map(moving::page)
                .orElse(null),
            isMovable(booked),
            links.cancellation(booked.id(), span.end()));
    return framed(frame, pages.answer("book/meeting", new MeetingPage(frame, booked, actions)));
  }

  /**
   * Returns a redirect to the page of a meeting.
   *
   * @param id of its event
   */
  Answer redirect(Call call, BookFrame frame, String id, Instant end) {
    return Answer.seeOther(call.base() + frame.meeting(links.token(id, end)));
  }

  private Answer file(Call call) {
    GuestMeeting booked = confirmed(call.text("token"));
    return new Answer(
        200,
        Map.of(
            "Content-Type",
            "text/calendar",
            "Content-Disposition",
            "attachment; filename=\"meeting.ics\""),
        Buffer.buffer(mails.file(booked, clock.instant())),
        null);
  }

  /** Returns an answer that the configured sites may show in a frame. */
  Answer framed(BookFrame frame, Answer answer) {
    List<String> origins = frame.embed() ? settings.origins() : List.of();
    return answer.with(Pages.scripted(origins));
  }

  /** Returns the meeting of a link, which must not be cancelled. */
  GuestMeeting confirmed(String token) {
    return booked(token).filter(each -> !each.cancelled()).orElseThrow(GuestLinks::unknown);
  }

  /** Returns the meeting of a link; empty if it was cancelled, and its data are deleted. */
  private Optional<GuestMeeting> booked(String token) {
    return calendars.meeting(links.meeting(token));
  }
}
