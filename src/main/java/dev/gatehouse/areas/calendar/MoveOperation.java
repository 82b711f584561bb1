package dev.gatehouse.areas.calendar;

import dev.gatehouse.area.MailLinks;
import dev.gatehouse.areas.calendar.booking.BookingRequest;
import dev.gatehouse.areas.calendar.booking.CalendarProvider;
import dev.gatehouse.areas.calendar.booking.LocalCalendar;
import dev.gatehouse.areas.calendar.booking.LocalEvent;
import dev.gatehouse.areas.calendar.booking.Meeting;
import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Sha256;
import java.time.InstantSource;
import java.util.Map;

/** Moves an event of the local calendar to a time that the owner selects. */
record MoveOperation(
    LocalCalendar events, VisitorRules visitors, MailLinks links, InstantSource clock) {
  private static final int ID_BYTES = 12;

  private record MoveEventRequest(String startTime, String endTime, String timeZone) {}

  Map<String, Area.Handler> operations() {
    return Map.of(
        "calendar.moveEvent",
        Area.returning(EventOperations.Booked.class, MoveEventRequest.class, this::move));
  }

  /** A repeated request moves the event once. */
  private Answer move(Call call, MoveEventRequest form) {
    LocalEvent former =
        events
            .find(call.text("id"))
            .filter(event -> !event.cancelled())
            .orElseThrow(() -> ApiException.of(ErrorCode.EVENT_NOT_FOUND, "event not found"));
    Meeting old = former.meeting();
    TimeSpan span =
        EventData.span(form.startTime(), form.endTime(), form.timeZone(), clock.instant());
    var meeting =
        new Meeting(
            old.title(), old.description(), span, old.zone(), old.attendee(), old.meetLink());
    String id = Sha256.hex("moved\n" + former.id() + "\n" + span, ID_BYTES);
    var request = new BookingRequest(id, meeting, links.base(call.base()), former.moves().type());
    CalendarProvider.Booked moved = events.moveForOwner(former.id(), request);
    visitors.moved(former.id(), moved.event().id(), span.end());
    return Answer.ok(EventOperations.Booked.of("moved", moved));
  }
}
