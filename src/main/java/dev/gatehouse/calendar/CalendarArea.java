package dev.gatehouse.calendar;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.calendar.booking.CalendarEvent;
import dev.gatehouse.calendar.booking.CalendarProvider;
import dev.gatehouse.calendar.booking.LocalCalendar;
import dev.gatehouse.calendar.booking.LocalEvent;
import dev.gatehouse.calendar.booking.Meeting;
import dev.gatehouse.calendar.booking.OfficeHours;
import dev.gatehouse.calendar.booking.Span;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** The owner's calendar: what is in it, what is free, booking and cancelling. */
public final class CalendarArea implements Area {
  private static final int DAYS_SHOWN = 30;

  private final CalendarProvider calendar;
  private final LocalCalendar guests;
  private final OfficeHours hours;
  private final CancelPages pages;
  private final MailLinks links;
  private final InstantSource clock;

  /**
   * @param guests the events that guests have links to
   */
  public CalendarArea(
      CalendarProvider calendar,
      LocalCalendar guests,
      OfficeHours hours,
      CancelPages pages,
      MailLinks links,
      InstantSource clock) {
    this.calendar = calendar;
    this.guests = guests;
    this.hours = hours;
    this.pages = pages;
    this.links = links;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "calendar";
  }

  @Override
  public Map<String, Handler> operations() {
    return Map.of(
        "calendar.events", Area.giving(Events.class, this::events),
        "calendar.availableSlots",
            Area.giving(Slots.class, Area.taking(SlotQuery.class, this::slots)),
        "calendar.createEvent",
            Area.giving(Booked.class, Area.taking(CreateEventRequest.class, this::create)),
        "calendar.deleteEvent", Area.giving(Done.class, this::delete),
        "calendar.cancelPage", this::page,
        "calendar.cancelEvent", this::cancel);
  }

  private record Events(boolean success, String message, List<CalendarEvent> events) {}

  private record SlotQuery(String date, int duration) {}

  private record Slot(Instant start, Instant end, long duration) {}

  private record Slots(boolean success, String message, List<Slot> slots) {}

  private record CreateEventRequest(EventData eventData) {}

  private record Created(
      String id, String title, Instant start, Instant end, String meetLink, String htmlLink) {}

  private record Booked(boolean success, String message, Created event) {}

  private Answer events(Call call) {
    LocalDate today = clock.instant().atZone(OfficeHours.ZONE).toLocalDate();
    LocalDate first = call.text("startDate") == null ? today : day("startDate", call);
    LocalDate last =
        call.text("endDate") == null ? first.plusDays(DAYS_SHOWN) : day("endDate", call);
    if (last.isBefore(first)) {
      throw Failure.of(400, "endDate must not be before startDate").exception();
    }
    List<CalendarEvent> events = calendar.events(OfficeHours.days(first, last));
    return Answer.ok(new Events(true, events.size() + " events", events));
  }

  private Answer slots(Call call, SlotQuery query) {
    LocalDate day = LocalDate.parse(query.date());
    Instant now = clock.instant();
    List<Span> hoursOfDay = hours.of(day);
    boolean over = hoursOfDay.isEmpty() || !hoursOfDay.getLast().end().isAfter(now);
    List<Slot> slots =
        over
            ? List.of()
            : hours
                .slots(
                    day,
                    Duration.ofMinutes(query.duration()),
                    calendar.busy(hoursOfDay.getFirst()),
                    now)
                .stream()
                .map(span -> new Slot(span.start(), span.end(), query.duration()))
                .toList();
    return Answer.ok(new Slots(true, slots.size() + " slots are free", slots));
  }

  private Answer create(Call call, CreateEventRequest request) {
    Instant now = clock.instant();
    Meeting meeting = request.eventData().checked(now);
    if (!call.caller().operator() && !hours.bookable(meeting.span().start(), now)) {
      throw Failure.of(400, "startTime is too soon, or too far ahead").exception();
    }
    CalendarProvider.Booked booked = calendar.book(meeting, links.base(call.base()));
    CalendarEvent event = booked.event();
    return Answer.created(
        new Booked(
            true,
            booked.note().isEmpty() ? "booked" : "booked; " + booked.note(),
            new Created(
                event.id(),
                event.subject().title(),
                event.times().start(),
                event.times().end(),
                event.place().meetLink(),
                booked.link())));
  }

  private Answer delete(Call call) {
    if (!calendar.cancel(call.text("id"))) {
      throw Failure.of(404, "there is no such event").exception();
    }
    return Answer.ok(new Done(true, "the event is cancelled"));
  }

  private Answer page(Call call) {
    boolean cancelled = guestsEvent(call).status().equals(LocalEvent.CANCELLED);
    return Answer.stored(cancelled ? pages.done() : pages.question());
  }

  /** Doing it twice does no harm: the guest wants it cancelled, and it is. */
  private Answer cancel(Call call) {
    guests.cancel(guestsEvent(call).id());
    return Answer.stored(pages.done());
  }

  private LocalEvent guestsEvent(Call call) {
    return guests
        .byToken(call.text("token"))
        .orElseThrow(() -> Failure.of(404, "there is no such event").exception());
  }

  private static LocalDate day(String name, Call call) {
    return LocalDate.parse(call.text(name));
  }
}
