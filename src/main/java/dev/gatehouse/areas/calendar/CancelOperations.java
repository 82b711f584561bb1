package dev.gatehouse.areas.calendar;

import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.areas.calendar.booking.LocalCalendar;
import dev.gatehouse.areas.calendar.booking.LocalEvent;
import dev.gatehouse.areas.calendar.booking.OpenBookings;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.pages.LinkPage;
import dev.gatehouse.pages.Pages;
import java.util.Map;

/**
 * Cancellation by a guest, with the link in the invitation. The link is valid until the meeting's
 * end.
 */
record CancelOperations(LocalCalendar guests, OpenBookings places, SignedLinks links, Pages pages) {
  Map<String, Area.Handler> operations() {
    return Map.of("calendar.cancelPage", this::page, "calendar.cancelEvent", this::cancel);
  }

  private Answer page(Call call) {
    LocalEvent event = event(call);
    LocalEvent.Agreement meeting = event.agreement();
    String when = pages.site().span(meeting.start(), meeting.end(), event.meeting().zone());
    return event.cancelled()
        ? done()
        : LinkPage.question(pages, "cancel.question", meeting.title() + "\n" + when);
  }

  /** Cancels a meeting. A repeated request also succeeds. */
  private Answer cancel(Call call) {
    String id = event(call).id();
    guests.cancel(id);
    places.cancelled(id);
    return done();
  }

  private Answer done() {
    return LinkPage.notice(pages, "cancel.done");
  }

  private LocalEvent event(Call call) {
    return links
        .id(LocalCalendar.CANCEL_LINK, call.text("token"))
        .flatMap(guests::find)
        .orElseThrow(() ->
            ApiException.of(
                ErrorCode.CANCEL_LINK_NOT_FOUND, "the link is unknown, or its meeting is over"));
  }
}
