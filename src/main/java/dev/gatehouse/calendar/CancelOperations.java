package dev.gatehouse.calendar;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.calendar.booking.LocalCalendar;
import dev.gatehouse.calendar.booking.LocalEvent;
import dev.gatehouse.calendar.booking.OpenBookings;
import dev.gatehouse.module.SignedLinks;
import java.util.Map;

/** A guest's part, by the link in his invitation, which is good until the meeting's end. */
final class CancelOperations {
  private final LocalCalendar guests;
  private final OpenBookings places;
  private final SignedLinks links;
  private final CancelPages pages;

  CancelOperations(
      LocalCalendar guests, OpenBookings places, SignedLinks links, CancelPages pages) {
    this.guests = guests;
    this.places = places;
    this.links = links;
    this.pages = pages;
  }

  Map<String, Area.Handler> operations() {
    return Map.of("calendar.cancelPage", this::page, "calendar.cancelEvent", this::cancel);
  }

  private Answer page(Call call) {
    return Answer.stored(event(call).cancelled() ? pages.done() : pages.question());
  }

  /** Doing it twice does no harm: the guest wants it cancelled, and it is. */
  private Answer cancel(Call call) {
    String id = event(call).id();
    guests.cancel(id);
    places.cancelled(id);
    return Answer.stored(pages.done());
  }

  private LocalEvent event(Call call) {
    return links
        .id(LocalCalendar.CANCEL_LINK, call.text("token"))
        .flatMap(guests::find)
        .orElseThrow(
            () -> Failure.of(404, "this link was never given, or its meeting is over").exception());
  }
}
