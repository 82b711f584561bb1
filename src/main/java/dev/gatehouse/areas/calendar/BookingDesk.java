package dev.gatehouse.areas.calendar;

import module java.base;

import dev.gatehouse.area.MailLinks;
import dev.gatehouse.areas.calendar.booking.BookingRequest;
import dev.gatehouse.areas.calendar.booking.CalendarEvent;
import dev.gatehouse.areas.calendar.booking.CalendarProvider;
import dev.gatehouse.areas.calendar.booking.GuestCalendars;
import dev.gatehouse.areas.calendar.booking.GuestMeeting;
import dev.gatehouse.areas.calendar.booking.LocalEvent;
import dev.gatehouse.areas.calendar.booking.Meeting;
import dev.gatehouse.areas.calendar.booking.OfficeHours;
import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.areas.calendar.pages.BookForm.Slot;
import dev.gatehouse.areas.calendar.pages.MeetingType;
import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.formats.Sha256;

/** Free times and bookings of the booking page. */
final class BookingDesk {
  private static final int ID_BYTES = 12;
  private static final Duration MAX_AHEAD = Duration.ofDays(365);

  private final GuestCalendars calendars;
  private final CalendarProvider calendar;
  private final OfficeHours hours;
  private final VisitorRules visitors;
  private final MailLinks links;
  private final InstantSource clock;

  BookingDesk(
      GuestCalendars calendars,
      OfficeHours hours,
      VisitorRules visitors,
      MailLinks links,
      InstantSource clock) {
    this.calendars = calendars;
    this.calendar = calendars.provider();
    this.hours = hours;
    this.visitors = visitors;
    this.links = links;
    this.clock = clock;
  }

  /**
   * Form of a guest, after its validation.
   *
   * @param key the same key books one meeting
   */
  record Guest(String key, String title, String email, String note, ZoneId zone) {}

  /** Returns the owner's time zone. */
  ZoneId zone() {
    return hours.zone();
  }

  /** Returns the start times of the free slots in a month of a time zone, by day. */
  SortedMap<LocalDate, List<Instant>> free(MeetingType type, YearMonth month, ZoneId zone) {
    Instant now = clock.instant();
    Instant first = month.atDay(1).atStartOfDay(zone).toInstant();
    Instant end = month.plusMonths(1).atDay(1).atStartOfDay(zone).toInstant();
    SortedMap<LocalDate, List<Instant>> free = new TreeMap<>();
    if (!end.isAfter(now) || first.isAfter(now.plus(MAX_AHEAD))) {
      return free;
    }
    LocalDate day = first.atZone(hours.zone()).toLocalDate();
    LocalDate last = end.atZone(hours.zone()).toLocalDate();
    List<TimeSpan> busy = calendar.shownBusy(hours.days(day, last.plusDays(1)));
    for (; !day.isAfter(last); day = day.plusDays(1)) {
      for (TimeSpan slot : hours.slots(day, type.length(), busy, now)) {
        Instant start = slot.start();
        if (!start.isBefore(first) && start.isBefore(end) && !start.isAfter(now.plus(MAX_AHEAD))) {
          free.computeIfAbsent(start.atZone(zone).toLocalDate(), each -> new ArrayList<>())
              .add(start);
        }
      }
    }
    return free;
  }

  boolean isFree(Slot slot) {
    LocalDate day = day(slot);
    return isOffered(slot, calendar.busy(hours.days(day, day.plusDays(1))));
  }

  boolean isOffered(Slot slot) {
    return isOffered(slot, List.of());
  }

  private boolean isOffered(Slot slot, List<TimeSpan> busy) {
    Instant now = clock.instant();
    return !slot.start().isAfter(now.plus(MAX_AHEAD))
        && hours.slots(day(slot), slot.type().length(), busy, now).stream()
            .anyMatch(offered -> offered.start().equals(slot.start()));
  }

  private LocalDate day(Slot slot) {
    return slot.start().atZone(hours.zone()).toLocalDate();
  }

  /** Returns the meeting that an equal form has booked in the local calendar, if any. */
  Optional<GuestMeeting> earlier(Slot slot, Guest guest) {
    return calendars.local().find(id(slot, guest)).map(LocalEvent::forGuest);
  }

  /** Returns the ID of the event that a form books. Equal forms book one event. */
  private static String id(Slot slot, Guest guest) {
    String form =
        String.join("\n", guest.key(), slot.type().key(), slot.start().toString(), guest.email());
    return Sha256.hex("booking page\n" + form, ID_BYTES);
  }

  /**
   * Books a slot for a guest.
   *
   * @param code subject of the daily code; empty if none is required. The meeting then counts for
   *     the guest's mailbox and address.
   */
  CalendarEvent book(Call call, Slot slot, Guest guest, String code) {
    String id = id(slot, guest);
    Meeting meeting = meeting(slot, guest);
    var request = new BookingRequest(id, meeting, links.base(call.base()), slot.type().key());
    visitors.countChange(mailbox(guest.email()), id, clock.instant());
    List<String> subjects = new ArrayList<>();
    if (!code.isEmpty()) {
      subjects.add(code);
    } else {
      subjects.add("mailbox " + mailbox(guest.email()));
      if (call.caller().bannable()) {
        subjects.add("address " + call.caller().address());
      }
    }
    return visitors.book(subjects, id, meeting.span().end(), () -> calendar.book(request)).event();
  }

  private static String mailbox(String email) {
    return MailText.mailbox(email.toLowerCase(Locale.ROOT));
  }

  private static Meeting meeting(Slot slot, Guest guest) {
    return new Meeting(
        guest.title(),
        guest.note(),
        new TimeSpan(slot.start(), slot.end()),
        guest.zone(),
        guest.email(),
        true);
  }

  /** Moves a meeting to another slot. Repeated requests move it once. */
  GuestMeeting move(Call call, Slot slot, GuestMeeting former, ZoneId zone) {
    Meeting old = former.meeting();
    var meeting =
        new Meeting(
            old.title(),
            old.description(),
            new TimeSpan(slot.start(), slot.end()),
            zone,
            old.attendee(),
            true);
    String id = Sha256.hex("moved\n" + former.id() + "\n" + slot.start(), ID_BYTES);
    if (!old.span().start().equals(slot.start())) {
      visitors.countChange(mailbox(old.attendee()), id, clock.instant());
    }
    GuestMeeting moved =
        calendars.move(
            former.id(),
            new BookingRequest(id, meeting, links.base(call.base()), slot.type().key()));
    visitors.moved(former.id(), moved.id(), slot.end());
    return moved;
  }
}
