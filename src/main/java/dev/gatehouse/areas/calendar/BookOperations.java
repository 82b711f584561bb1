package dev.gatehouse.areas.calendar;

import module java.base;

import dev.gatehouse.areas.calendar.BookingDesk.Guest;
import dev.gatehouse.areas.calendar.EventData.TimeZones;
import dev.gatehouse.areas.calendar.booking.CalendarEvent;
import dev.gatehouse.areas.calendar.booking.GuestMeeting;
import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.areas.calendar.pages.BookForm;
import dev.gatehouse.areas.calendar.pages.BookFrame;
import dev.gatehouse.areas.calendar.pages.BookMonth;
import dev.gatehouse.areas.calendar.pages.BookTypes;
import dev.gatehouse.areas.calendar.pages.MeetingType;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.PresentedCode;
import dev.gatehouse.pages.Pages;

/** Pages on which visitors book a meeting. */
record BookOperations(
    CalendarSettings.Book settings,
    BookingDesk desk,
    VisitorCodes codes,
    MeetingOperations meetings,
    Pages pages,
    InstantSource clock) {
  private static final int MONTHS_AHEAD = 12;
  private static final String KEY = "[A-Za-z0-9_-]{16,64}";

  Map<String, Area.Handler> operations() {
    return Map.of(
        "calendar.bookTypes", this::types,
        "calendar.bookPage", this::page,
        "calendar.bookSlot", this::book);
  }

  /** Fields of the form. A form that moves a meeting has only the first three. */
  private record BookingForm(
      String start,
      String zone,
      String key,
      String name,
      String email,
      String note,
      String code,
      String website) {}

  private Answer types(Call call) {
    if (settings.types().isEmpty()) {
      throw unknown();
    }
    BookFrame frame = frame(call, call.text("zone"), null);
    if (settings.types().size() == 1) {
      return month(frame, settings.types().getFirst(), shown(call, frame), "");
    }
    return meetings.framed(
        frame, pages.answer("book/types", new BookTypes(frame, settings.types())));
  }

  private Answer page(Call call) {
    MeetingType type = type(call);
    BookFrame frame = frame(call, call.text("zone"), call.text("move"));
    Optional<GuestMeeting> moved = moved(frame, type);
    if (moved.isPresent() && !meetings.isMovable(moved.get())) {
      return meetings.show(frame.forNewMeeting(), moved.get());
    }
    Optional<Instant> start = instant(call.text("start"));
    if (start.isEmpty()) {
      return month(frame, type, shown(call, frame), "");
    }
    var slot = new BookForm.Slot(type, start.get());
    if (desk.isFree(slot)) {
      return form(frame, slot, "", words(moved), codes.newKey());
    }
    return taken(frame, slot);
  }

  private static BookForm.Words words(Optional<GuestMeeting> moved) {
    return moved
        .map(event -> new BookForm.Words("", event.meeting().attendee(), ""))
        .orElse(BookForm.Words.NONE);
  }

  private Answer form(
      BookFrame frame, BookForm.Slot slot, String problem, BookForm.Words words, String key) {
    boolean code = settings.code() && frame.move().isEmpty();
    return meetings.framed(
        frame,
        pages.answer(
            "book/form", new BookForm(frame, slot, former(frame), problem, words, key, code)));
  }

  /** Month and day to show. */
  private record Shown(YearMonth month, LocalDate day) {
    static Shown of(LocalDate day) {
      return new Shown(YearMonth.from(day), day);
    }
  }

  private Shown shown(Call call, BookFrame frame) {
    if (call.text("day") != null) {
      return Shown.of(LocalDate.parse(call.text("day")));
    }
    String month = call.text("month");
    if (month == null) {
      return new Shown(YearMonth.from(clock.instant().atZone(frame.zone())), null);
    }
    return new Shown(YearMonth.parse(month), null);
  }

  private Answer taken(BookFrame frame, BookForm.Slot slot) {
    LocalDate day = slot.start().atZone(frame.zone()).toLocalDate();
    return month(frame, slot.type(), Shown.of(day), pages.text("book.taken"));
  }

  private Answer month(BookFrame frame, MeetingType type, Shown shown, String problem) {
    YearMonth first = YearMonth.from(clock.instant().atZone(frame.zone()));
    YearMonth last = first.plusMonths(MONTHS_AHEAD);
    YearMonth month = shown.month();
    if (month.isBefore(first)) {
      month = first;
    } else if (month.isAfter(last)) {
      month = last;
    }
    return meetings.framed(
        frame,
        pages.answer(
            "book/month",
            new BookMonth(
                frame,
                type,
                former(frame),
                problem,
                desk.free(type, month, frame.zone()),
                new BookMonth.Months(month, first, last),
                shown.day())));
  }

  private Answer book(Call call) {
    MeetingType type = type(call);
    BookingForm form = call.body(BookingForm.class);
    BookFrame frame = frame(call, form.zone(), call.text("move"));
    var slot = new BookForm.Slot(type, instant(form.start()).orElse(Instant.EPOCH));
    Optional<GuestMeeting> moved = moved(frame, type);
    if (moved.isPresent()) {
      return move(call, frame, slot, moved.get());
    }
    var words = new BookForm.Words(form.name().strip(), address(form.email()), form.note().strip());
    String key = form.key().matches(KEY) ? form.key() : codes.newKey();
    String problem = problem(words);
    if (!problem.isEmpty() || !form.website().isEmpty()) {
      return form(frame, slot, problem, words, key);
    }
    String title = pages.text("book.title", type.name(), words.name());
    var guest = new Guest(key, title, words.email(), words.note(), frame.zone());
    Optional<GuestMeeting> earlier = desk.earlier(slot, guest);
    if (earlier.isPresent()) {
      return redirect(call, frame, earlier.get());
    }
    String code = settings.code() ? codes.verified(call, form.code()).orElse(null) : "";
    if (code == null) {
      return form(frame, slot, pages.text("book.code.wrong"), words, key);
    }
    return booked(call, frame, slot, guest, code);
  }

  /** Returns an address in the form that mail servers accept; invalid text unchanged. */
  private static String address(String typed) {
    return MailText.asciiAddress(typed.strip()).orElse(typed.strip());
  }

  private String problem(BookForm.Words words) {
    if (AcceptableText.isBlank(words.name()) || !AcceptableText.isLine(words.name())) {
      return pages.text("book.name.missing");
    }
    return MailText.isAddress(words.email()) ? "" : pages.text("book.email.invalid");
  }

  private Answer booked(Call call, BookFrame frame, BookForm.Slot slot, Guest guest, String code) {
    if (!desk.isOffered(slot)) {
      return taken(frame, slot);
    }
    try {
      CalendarEvent event = desk.book(call, slot, guest, code);
      return meetings.redirect(call, frame, event.id(), event.times().end());
    } catch (ApiException failed) {
      return switch (failed.failure().code()) {
        case SLOT_TAKEN -> taken(frame, slot);
        case MEETING_LIMIT_REACHED, RATE_LIMITED ->
            form(
                frame,
                slot,
                pages.text(often(failed) ? "book.often" : "book.limit"),
                new BookForm.Words("", guest.email(), guest.note()),
                guest.key());
        default -> throw failed;
      };
    }
  }

  private Answer move(Call call, BookFrame frame, BookForm.Slot slot, GuestMeeting former) {
    if (!meetings.isMovable(former)) {
      return redirect(call, frame, former);
    }
    boolean repeated = former.meeting().span().start().equals(slot.start());
    if (!repeated && !desk.isOffered(slot)) {
      return taken(frame, slot);
    }
    try {
      return redirect(call, frame, desk.move(call, slot, former, frame.zone()));
    } catch (ApiException failed) {
      if (failed.failure().code() == ErrorCode.SLOT_TAKEN) {
        return taken(frame, slot);
      }
      if (often(failed)) {
        BookForm.Words words = words(Optional.of(former));
        return form(frame, slot, pages.text("book.often"), words, codes.newKey());
      }
      throw failed;
    }
  }

  private static boolean often(ApiException failed) {
    return failed.failure().code() == ErrorCode.RATE_LIMITED;
  }

  private Answer redirect(Call call, BookFrame frame, GuestMeeting booked) {
    return meetings.redirect(call, frame, booked.id(), booked.meeting().span().end());
  }

  private MeetingType type(Call call) {
    return settings.types().stream()
        .filter(type -> type.key().equals(call.text("type")))
        .findFirst()
        .orElseThrow(BookOperations::unknown);
  }

  private static ApiException unknown() {
    return ApiException.of(ErrorCode.EVENT_TYPE_NOT_FOUND, "no such event type can be booked");
  }

  private BookFrame frame(Call call, String zone, String move) {
    Optional<ZoneId> chosen = Optional.ofNullable(zone).flatMap(TimeZones::find);
    return new BookFrame(
        call.flag("embed"),
        chosen.orElse(desk.zone()),
        chosen.isPresent(),
        Objects.requireNonNullElse(move, ""));
  }

  /** Returns the present time of the meeting to be moved; null for a new meeting. */
  private TimeSpan former(BookFrame frame) {
    return frame.move().isEmpty() ? null : meetings.confirmed(frame.move()).meeting().span();
  }

  /** Returns the meeting to be moved, which keeps its type; empty for a new meeting. */
  private Optional<GuestMeeting> moved(BookFrame frame, MeetingType type) {
    if (frame.move().isEmpty()) {
      return Optional.empty();
    }
    GuestMeeting meeting = meetings.confirmed(frame.move());
    if (!type.key().equals(meeting.type())) {
      throw unknown();
    }
    return Optional.of(meeting);
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.ofNullable(text).filter(each -> !each.isEmpty()).map(Instant::parse);
    } catch (DateTimeParseException noSuchDay) {
      return Optional.empty();
    }
  }

  /** Daily codes that visitors enter, and the keys of their forms. */
  record VisitorCodes(Dispatcher dispatcher, SecureRandom random) {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int KEY_BYTES = 16;

    String newKey() {
      byte[] key = new byte[KEY_BYTES];
      random.nextBytes(key);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(key);
    }

    /**
     * Verifies a daily code. A wrong code counts as a failed attempt of the caller's address.
     *
     * @return the subject of the code, for its limit of meetings; empty if the code is wrong
     */
    Optional<String> verified(Call call, String code) {
      return Optional.ofNullable(
          dispatcher
              .ask(
                  AccessMessages.VERIFY_CODE,
                  new PresentedCode(code.strip()),
                  call.origin(),
                  PATIENCE)
              .subject());
    }
  }
}
