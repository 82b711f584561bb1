package dev.gatehouse.areas.calendar;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.areas.calendar.EventData.CalendarYears;
import dev.gatehouse.areas.calendar.booking.BookingRequest;
import dev.gatehouse.areas.calendar.booking.CalendarEvent;
import dev.gatehouse.areas.calendar.booking.CalendarProvider;
import dev.gatehouse.areas.calendar.booking.EventRepository;
import dev.gatehouse.areas.calendar.booking.Meeting;
import dev.gatehouse.areas.calendar.booking.OfficeHours;
import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.store.DeletedRecords;

/** The owner's calendar: events, free slots, bookings and cancellations. */
record EventOperations(
    CalendarProvider calendar,
    OfficeHours hours,
    VisitorRules visitors,
    DeletedRecords deleted,
    MailLinks links,
    InstantSource clock) {
  private static final int DAYS_SHOWN = 30;

  Map<String, Area.Handler> operations() {
    return Map.of(
        "calendar.events", Area.returning(Events.class, this::events),
        "calendar.availableSlots", Area.returning(Slots.class, SlotQuery.class, this::slots),
        "calendar.createEvent",
            Area.returning(Booked.class, CreateEventRequest.class, this::create),
        "calendar.deleteEvent", Area.returning(Done.class, this::delete));
  }

  private record Events(
      boolean success,
      String message,
      List<CalendarEvent> events,
      @JsonUnwrapped Freshness freshness) {}

  private record SlotQuery(String date, int duration) {}

  private record Slot(Instant start, Instant end, long duration) {}

  private record Slots(boolean success, String message, List<Slot> slots) {}

  private record CreateEventRequest(EventData eventData) {}

  private record Created(
      String id, String title, Instant start, Instant end, String meetLink, String htmlLink) {}

  /** The reply to a booking or a move. */
  record Booked(boolean success, String message, Created event) {
    /**
     * @param done what has happened
     */
    static Booked of(String done, CalendarProvider.Booked booked) {
      CalendarEvent event = booked.event();
      return new Booked(
          true,
          done + PlainText.prefixed("; ", booked.note()),
          new Created(
              event.id(),
              event.subject().title(),
              event.times().start(),
              event.times().end(),
              event.place().meetLink(),
              booked.link()));
    }
  }

  private Answer events(Call call) {
    CalendarProvider.Listed listed = calendar.events(days(call, hours, clock));
    List<CalendarEvent> events = listed.events();
    return Answer.ok(new Events(true, events.size() + " events", events, listed.freshness()))
        .with(listed.freshness().headers(clock.instant()));
  }

  /** Returns the requested whole days. */
  static TimeSpan days(Call call, OfficeHours hours, InstantSource clock) {
    LocalDate today = clock.instant().atZone(hours.zone()).toLocalDate();
    LocalDate first = dayOr(today, "startDate", call);
    LocalDate last = dayOr(first.plusDays(DAYS_SHOWN), "endDate", call);
    if (last.isBefore(first)) {
      throw ApiException.invalid("endDate", "must not be before startDate");
    }
    return hours.days(first, last);
  }

  private Answer slots(Call call, SlotQuery query) {
    LocalDate day = day("date", query.date());
    Instant now = clock.instant();
    List<TimeSpan> hoursOfDay = hours.of(day);
    List<Slot> slots = List.of();
    if (!hoursOfDay.isEmpty() && hoursOfDay.getLast().end().isAfter(now)) {
      Duration length = Duration.ofMinutes(query.duration());
      var asked = new TimeSpan(hoursOfDay.getFirst().start(), hoursOfDay.getLast().end());
      slots =
          hours.slots(day, length, calendar.busy(asked), now).stream()
              .map(span -> new Slot(span.start(), span.end(), query.duration()))
              .toList();
    }
    return Answer.ok(new Slots(true, slots.size() + " slots are free", slots));
  }

  private Answer create(Call call, CreateEventRequest request) {
    Instant now = clock.instant();
    Meeting meeting = request.eventData().checked(now);
    if (!call.caller().operator() && calendar.isBusyElsewhere(meeting.span())) {
      throw CalendarProvider.taken();
    }
    String id = calendar.newId();
    CalendarProvider.Booked booked =
        visitors.book(
            call,
            id,
            meeting,
            now,
            () -> calendar.book(BookingRequest.of(id, meeting, links.base(call.base()))));
    return Answer.created(Booked.of("booked", booked));
  }

  private Answer delete(Call call) {
    if (!calendar.cancel(call.text("id"))) {
      throw ApiException.of(ErrorCode.EVENT_NOT_FOUND, "event not found");
    }
    visitors.cancelled(call.text("id"));
    deleted.keep(EventRepository.COLLECTION, call.text("id"), call.caller().subject());
    return Answer.ok(new Done(true, "the event is cancelled"));
  }

  private static LocalDate dayOr(LocalDate otherwise, String name, Call call) {
    String text = call.text(name);
    if (text == null) {
      return otherwise;
    }
    return day(name, text);
  }

  private static LocalDate day(String name, String text) {
    LocalDate day = LocalDate.parse(text);
    badRequestUnless(CalendarYears.contain(day.getYear()), name, "must be between 1900 and 2200");
    return day;
  }
}
