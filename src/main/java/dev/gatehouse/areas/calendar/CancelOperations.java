package dev.gatehouse.areas.calendar;

import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.areas.calendar.booking.CalendarEvent;
import dev.gatehouse.areas.calendar.booking.CalendarProvider;
import dev.gatehouse.areas.calendar.booking.LocalCalendar;
import dev.gatehouse.areas.calendar.booking.LocalEvent;
import dev.gatehouse.areas.calendar.booking.OfficeHours;
import dev.gatehouse.areas.calendar.booking.OpenBookings;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.pages.LinkPage;
import dev.gatehouse.pages.Pages;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/**
 * Cancellation by a guest, with the link in the invitation. The link is valid until the meeting's
 * end.
 */
record CancelOperations(
    LocalCalendar guests,
    CalendarProvider calendar,
    OpenBookings places,
    SignedLinks links,
    Pages pages) {
  Map<String, Area.Handler> operations() {
    return Map.of("calendar.cancelPage", this::page, "calendar.cancelEvent", this::cancel);
  }

  private Answer page(Call call) {
    String id = id(call);
    Optional<LocalEvent> local = guests.find(id);
    if (local.isEmpty()) {
      return calendar
          .booked(id)
          .map(event -> question(event.subject().title(), event.times(), OfficeHours.ZONE))
          .orElseGet(this::done);
    }
    LocalEvent event = local.get();
    LocalEvent.Agreement meeting = event.agreement();
    var times = new CalendarEvent.Times(meeting.start(), meeting.end(), false);
    return event.cancelled() ? done() : question(meeting.title(), times, event.meeting().zone());
  }

  private Answer question(String title, CalendarEvent.Times times, ZoneId zone) {
    String when = pages.site().span(times.start(), times.end(), zone);
    return LinkPage.question(pages, "cancel.question", title + "\n" + when);
  }

  /** Cancels a meeting. A repeated request also succeeds. */
  private Answer cancel(Call call) {
    String id = id(call);
    if (guests.find(id).isPresent()) {
      guests.cancel(id);
    } else if (calendar.booked(id).isPresent()) {
      calendar.cancel(id);
    }
    places.cancelled(id);
    return done();
  }

  private Answer done() {
    return LinkPage.notice(pages, "cancel.done");
  }

  private String id(Call call) {
    return links
        .id(LocalCalendar.CANCEL_LINK, call.text("token"))
        .orElseThrow(() ->
            ApiException.of(
                ErrorCode.CANCEL_LINK_NOT_FOUND, "the link is unknown, or its meeting is over"));
  }
}
