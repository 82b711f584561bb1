package dev.gatehouse.calendar;

import dev.gatehouse.bus.Failure;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;

/** What a client sends to book a meeting; local times, read in a zone. */
record MeetingForm(
    String title,
    String description,
    String startTime,
    String endTime,
    String attendeeEmail,
    String timeZone,
    Boolean addMeetLink) {

  /** Stricter than the grammar of addresses: what reaches a mail and an invitation is harmless. */
  private static final Pattern EMAIL =
      Pattern.compile(
          "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})*");

  private static final Pattern LOCAL_TIME =
      Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?");
  private static final int MAX_EMAIL = 254;

  /**
   * The meeting, if everything about it is right.
   *
   * @param now in whose future it must lie
   * @throws dev.gatehouse.bus.FailureException 400 that names the field
   */
  Meeting checked(ZoneId standard, Instant now) {
    require(!title.isBlank(), "title must not be blank");
    require(title.codePoints().noneMatch(MeetingForm::breaksLine), "title must be one line");
    ZoneId zone = timeZone == null ? standard : zone(timeZone);
    Instant start = instant("startTime", startTime, zone);
    Instant end = instant("endTime", endTime, zone);
    require(end.isAfter(start), "endTime must be after startTime");
    require(start.isAfter(now), "startTime must be in the future");
    String attendee = attendeeEmail == null ? "" : attendeeEmail;
    require(
        attendee.isEmpty() || (attendee.length() <= MAX_EMAIL && EMAIL.matcher(attendee).matches()),
        "attendeeEmail must be an e-mail address");
    return new Meeting(
        title.strip(),
        description == null ? "" : description.replaceAll("[\\p{Cntrl}&&[^\r\n\t]]", ""),
        new Span(start, end),
        zone,
        attendee,
        addMeetLink == null || addMeetLink);
  }

  /** A zone by its name; offsets are no zones. */
  private static ZoneId zone(String name) {
    require(
        ZoneId.getAvailableZoneIds().contains(name),
        "timeZone must be the name of a zone, like America/New_York");
    return ZoneId.of(name);
  }

  private static Instant instant(String field, String text, ZoneId zone) {
    LocalDateTime time = local(field, text);
    List<ZoneOffset> offsets = zone.getRules().getValidOffsets(time);
    require(
        !offsets.isEmpty(),
        field + " does not exist in " + zone + ": the clocks are set forward over it");
    return time.truncatedTo(ChronoUnit.MILLIS).toInstant(offsets.getFirst()); // the earlier of two
  }

  private static LocalDateTime local(String field, String text) {
    try {
      if (LOCAL_TIME.matcher(text).matches()) {
        return LocalDateTime.parse(text);
      }
    } catch (DateTimeException e) {
      // Falls through: 30 February looks right and is not.
    }
    throw Failure.of(400, field + " must be a local time without offset, like 2026-12-01T10:00:00")
        .exception();
  }

  private static boolean breaksLine(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw Failure.of(400, message).exception();
    }
  }
}
