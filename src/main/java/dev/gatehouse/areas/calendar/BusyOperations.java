package dev.gatehouse.areas.calendar;

import module java.base;

import dev.gatehouse.area.imports.ImportOperations;
import dev.gatehouse.areas.calendar.booking.OfficeHours;
import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.areas.calendar.busy.BusyCalendars;
import dev.gatehouse.areas.calendar.busy.BusyTime;
import dev.gatehouse.areas.calendar.busy.BusyTimes;
import dev.gatehouse.areas.calendar.busy.CalendarImport;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.blobs.Blobs;

/** Times at which the owner is busy without a meeting: lists, blocks, releases and imports them. */
record BusyOperations(BusyTimes times, OfficeHours hours, Blobs blobs, InstantSource clock) {
  private record Listed(
      String id, String title, String source, Instant start, Instant end, boolean isAllDay) {}

  private record BusyList(
      boolean success, List<Listed> busy, List<BusyCalendars.State> calendars) {}

  private record BlockTimeRequest(
      String title, String startTime, String endTime, String timeZone) {}

  private record Blocked(boolean success, Listed busy) {}

  Map<String, Area.Handler> operations() {
    Map<String, Area.Handler> operations = new HashMap<>(imports().operations());
    operations.put("calendar.busyTimes", Area.returning(BusyList.class, this::list));
    operations.put(
        "calendar.blockTime", Area.returning(Blocked.class, BlockTimeRequest.class, this::block));
    operations.put("calendar.unblockTime", Area.returning(Done.class, this::unblock));
    return operations;
  }

  ImportOperations imports() {
    return new ImportOperations(
        List.of(
            new ImportOperations.Kind(
                "calendar", "calendar.importEvents", call -> new CalendarImport(times))),
        blobs);
  }

  private Answer list(Call call) {
    times.changed();
    List<Listed> busy =
        times.within(EventOperations.days(call, hours, clock)).stream()
            .map(this::listed)
            .sorted(Comparator.comparing(Listed::start).thenComparing(Listed::end))
            .toList();
    return Answer.ok(new BusyList(true, busy, times.calendars().states()));
  }

  private Listed listed(BusyTime time) {
    TimeSpan span = time.span();
    return new Listed(
        time.id(),
        time.title(),
        time.source(),
        span.start(),
        span.end(),
        midnight(span.start()) && midnight(span.end()));
  }

  private boolean midnight(Instant moment) {
    return moment.atZone(hours.zone()).toLocalTime().equals(LocalTime.MIDNIGHT);
  }

  private Answer block(Call call, BlockTimeRequest request) {
    TimeSpan span =
        EventData.span(request.startTime(), request.endTime(), request.timeZone(), clock.instant());
    BusyTime blocked = times.block(request.title(), span);
    return Answer.created(new Blocked(true, listed(blocked)));
  }

  private Answer unblock(Call call) {
    if (!times.blocked().delete(call.text("id"))) {
      throw ApiException.of(ErrorCode.EVENT_NOT_FOUND, "there is no such blocked time");
    }
    times.changed();
    return Done.answer("the time is free again");
  }
}
