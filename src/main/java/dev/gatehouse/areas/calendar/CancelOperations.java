package dev.gatehouse.areas.calendar;

import dev.gatehouse.area.LinkPages;
import dev.gatehouse.area.LinkPages.Page;
import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.areas.calendar.booking.LocalCalendar;
import dev.gatehouse.areas.calendar.booking.LocalEvent;
import dev.gatehouse.areas.calendar.booking.OpenBookings;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import java.util.List;
import java.util.Map;

/**
 * Cancellation by a guest, with the link in the invitation. The link is valid until the meeting's
 * end.
 */
final class CancelOperations {
  private static final String QUESTION = "question";
  private static final String DONE = "done";

  private final LocalCalendar guests;
  private final OpenBookings places;
  private final SignedLinks links;
  private final LinkPages pages;

  CancelOperations(LocalCalendar guests, OpenBookings places, SignedLinks links, LinkPages pages) {
    this.guests = guests;
    this.places = places;
    this.links = links;
    this.pages = pages;
  }

  /** Returns the two pages of a cancellation: the question and the confirmation. */
  static LinkPages pages() {
    return new LinkPages(
        "cancel-page",
        List.of(
            Page.question(QUESTION, "Cancel this meeting?", "Cancel meeting"),
            Page.notice(DONE, "Meeting cancelled", "The time slot is free again.")));
  }

  Map<String, Area.Handler> operations() {
    return Map.of("calendar.cancelPage", this::page, "calendar.cancelEvent", this::cancel);
  }

  private Answer page(Call call) {
    return Answer.stored(pages.page(event(call).cancelled() ? DONE : QUESTION));
  }

  /** Cancels a meeting. A repeated request also succeeds. */
  private Answer cancel(Call call) {
    String id = event(call).id();
    guests.cancel(id);
    places.cancelled(id);
    return Answer.stored(pages.page(DONE));
  }

  private LocalEvent event(Call call) {
    return links
        .id(LocalCalendar.CANCEL_LINK, call.text("token"))
        .flatMap(guests::find)
        .orElseThrow(() ->
            ApiError.of(
                    ErrorCode.CANCEL_LINK_NOT_FOUND, "the link is unknown, or its meeting is over")
                .exception());
  }
}
