package dev.gatehouse.areas.calendar;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import dev.gatehouse.areas.calendar.booking.Meeting;
import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.MailText;

/** A client's request to book a meeting. Its local times are in the given time zone. */
record EventData(
    String title,
    String description,
    String startTime,
    String endTime,
    String attendeeEmail,
    String timeZone,
    boolean addMeetLink) {
  private static final int NANOS_PER_MILLI = 1_000_000;
  private static final Duration MAX_LENGTH = Duration.ofDays(366);

  /**
   * Validates the request and returns the meeting.
   *
   * @param now the meeting must start after this time
   * @throws dev.gatehouse.bus.ApiException 400 that names the invalid field
   */
  Meeting checked(Instant now) {
    badRequestUnless(!title.isBlank(), "title", "must not be blank");
    badRequestUnless(AcceptableText.isLine(title), "title", "must be one line");
    TimeSpan span = span(startTime, endTime, timeZone, now);
    Optional<String> attendee =
        attendeeEmail.isEmpty() ? Optional.of("") : MailText.asciiAddress(attendeeEmail);
    badRequestUnless(attendee.isPresent(), "attendeeEmail", "must be an e-mail address");
    return new Meeting(title, description, span, zone(timeZone), attendee.get(), addMeetLink);
  }

  /**
   * Validates local times.
   *
   * @param now the span must start after this time
   * @throws dev.gatehouse.bus.ApiException 400 that names the invalid field
   */
  static TimeSpan span(String startTime, String endTime, String timeZone, Instant now) {
    ZoneId zone = zone(timeZone);
    Instant start = instant("startTime", startTime, zone);
    Instant end = instant("endTime", endTime, zone);
    badRequestUnless(end.isAfter(start), "endTime", "must be after startTime");
    badRequestUnless(start.isAfter(now), "startTime", "must be in the future");
    badRequestUnless(
        !end.isAfter(start.plus(MAX_LENGTH)), "endTime", "must be within 366 days of startTime");
    return new TimeSpan(start, end);
  }

  /** Returns a zone by its name. Offsets are rejected. */
  private static ZoneId zone(String name) {
    Optional<ZoneId> zone = TimeZones.find(name);
    badRequestUnless(
        zone.isPresent(), "timeZone", "must be a time zone, for example America/New_York");
    return zone.get();
  }

  private static Instant instant(String field, String text, ZoneId zone) {
    LocalDateTime time = LocalDateTime.parse(text);
    badRequestUnless(
        time.getNano() % NANOS_PER_MILLI == 0,
        field,
        "must have at most three decimals of a second");
    badRequestUnless(CalendarYears.contain(time.getYear()), field, "must be between 1900 and 2200");
    List<ZoneOffset> offsets = zone.getRules().getValidOffsets(time);
    badRequestUnless(
        !offsets.isEmpty(),
        field,
        "does not exist in " + zone + ": the clocks are set forward over it");
    // the earlier one if the local time is ambiguous
    return time.toInstant(offsets.getFirst());
  }

  /** Range of the supported years. All times of the service are in them. */
  static final class CalendarYears {
    private static final int FIRST = 1900;
    private static final int END = 2200;

    static boolean contain(int year) {
      return year >= FIRST && year < END;
    }
  }

  /** Time zones of the IANA database, by name and link. */
  static final class TimeZones {
    private static final Set<String> NAMES = ZoneId.getAvailableZoneIds();

    /** Finds a zone by its exact, case-sensitive name. Offsets are not zones. */
    static Optional<ZoneId> find(String name) {
      return Optional.of(name).filter(NAMES::contains).map(ZoneId::of);
    }
  }
}
