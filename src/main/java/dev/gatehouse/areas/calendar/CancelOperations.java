package dev.gatehouse.areas.calendar;

import dev.gatehouse.areas.calendar.booking.GuestCalendars;
import dev.gatehouse.areas.calendar.booking.GuestLinks;
import dev.gatehouse.areas.calendar.booking.GuestMeeting;
import dev.gatehouse.areas.calendar.booking.Meeting;
import dev.gatehouse.areas.calendar.booking.OpenBookings;
import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.pages.Pages.LinkPage;
import java.util.Map;

/**
 * Cancellation by a guest, with the link in the invitation. The link is valid until the meeting's
 * end.
 */
record CancelOperations(
    GuestCalendars calendars, OpenBookings places, GuestLinks links, Pages pages) {
  Map<String, Area.Handler> operations() {
    return Map.of("calendar.cancelPage", this::page, "calendar.cancelEvent", this::cancel);
  }

  private Answer page(Call call) {
    String id = links.cancelled(call.text("token"));
    return calendars
        .meeting(id)
        .filter(booked -> !booked.cancelled())
        .map(this::question)
        .orElseGet(this::done);
  }

  private Answer question(GuestMeeting booked) {
    Meeting meeting = booked.meeting();
    TimeSpan span = meeting.span();
    String when = pages.site().span(span.start(), span.end(), meeting.zone());
    return LinkPage.question(
        pages,
        "cancel.question",
        meeting.title() + "\n" + when,
        links.page(booked.id(), span.end()));
  }

  /** Cancels a meeting. A repeated request also succeeds. */
  private Answer cancel(Call call) {
    places.cancelled(calendars.cancel(links.cancelled(call.text("token"))));
    return done();
  }

  private Answer done() {
    return LinkPage.notice(pages, "cancel.done");
  }
}
