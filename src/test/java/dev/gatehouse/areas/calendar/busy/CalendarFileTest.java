package dev.gatehouse.areas.calendar.busy;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.calendar.booking.TimeSpan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Calendars of about 200 events in the form of five services. The expected spans are those of the
 * Python libraries icalendar and recurring-ical-events.
 */
class CalendarFileTest {
  private static final ZoneId OWN = ZoneId.of("America/New_York");
  private static final Instant FROM = Instant.parse("2030-01-01T00:00:00Z");
  private static final Instant UNTIL = Instant.parse("2031-01-01T00:00:00Z");
  private static final Path FOLDER = Path.of("src/test/resources/calendars");

  private static List<TimeSpan> busy(String text) {
    return CalendarFile.busy(text, OWN, FROM, UNTIL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"google", "outlook", "apple", "fastmail", "nextcloud"})
  void equalsReferenceLibrary(String service) throws IOException {
    String text = Files.readString(FOLDER.resolve(service + ".ics"));
    List<String> expected = Files.readAllLines(FOLDER.resolve(service + ".spans"));
    TimeZone before = TimeZone.getDefault();
    try {
      for (String zone : List.of("UTC", "Asia/Kathmandu", "America/Los_Angeles")) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        assertEquals(
            expected,
            busy(text).stream().map(span -> span.start() + " " + span.end()).toList(),
            "on a machine in " + zone);
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DTSTART:20300110T150000Z, 0",
    "DTSTART;VALUE=DATE:20300110, 1",
    "DTSTART:20300110T150000Z|DURATION:PT0S, 0",
    "DTSTART:20300110T150000Z|DTEND:20300110T140000Z, 0",
    "DTSTART:20300110T150000Z|DTEND:20300110T160000Z|X-UNKNOWN:1, 1",
    "DTSTART:20280110T150000Z|DTEND:20280110T160000Z|RRULE:FREQ=YEARLY, 1",
    "DTSTART:20290110T150000Z|DTEND:20290110T160000Z, 0",
    "DTSTART:20291231T230000Z|DTEND:20300101T000000Z, 0",
    "DTSTART:20301231T230000Z|DTEND:20310101T010000Z, 1",
    "DTSTART:20310101T000000Z|DTEND:20310101T010000Z, 0",
    "DTSTART;TZID=/freeassociation.sourceforge.net/Nowhere:20300110T150000|DURATION:PT1H, 1"
  })
  void readsOddEvents(String lines, int spans) {
    assertEquals(spans, busy(calendar(lines)).size());
  }

  @Test
  void readsFreeBusyComponents() {
    String text =
        "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VFREEBUSY\nUID:1\n"
            + "FREEBUSY;FBTYPE=BUSY:20300110T150000Z/20300110T160000Z,20300111T150000Z/PT30M\n"
            + "FREEBUSY;FBTYPE=FREE:20300112T150000Z/PT30M\nEND:VFREEBUSY\nEND:VCALENDAR\n";
    assertEquals(2, busy(text).size());
  }

  /** A weekly series at 10, from the third time on at 12 for two hours, the fifth at 9. */
  @Test
  void changesAllFollowingOccurrences() {
    String series =
        calendar(
            "DTSTART;TZID=America/New_York:20300304T100000|DURATION:PT1H|RRULE:FREQ=WEEKLY;COUNT=6");
    String following =
        calendar(
            "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/New_York:20300318T100000"
                + "|DTSTART;TZID=America/New_York:20300318T120000|DURATION:PT2H");
    String one =
        calendar(
            "RECURRENCE-ID;TZID=America/New_York:20300401T100000"
                + "|DTSTART;TZID=America/New_York:20300401T090000|DURATION:PT1H");
    assertEquals(
        List.of(
            "2030-03-04T15:00:00Z 2030-03-04T16:00:00Z",
            "2030-03-11T14:00:00Z 2030-03-11T15:00:00Z",
            "2030-03-18T16:00:00Z 2030-03-18T18:00:00Z",
            "2030-03-25T16:00:00Z 2030-03-25T18:00:00Z",
            "2030-04-01T13:00:00Z 2030-04-01T14:00:00Z",
            "2030-04-08T16:00:00Z 2030-04-08T18:00:00Z"),
        CalendarFile.occurrences(List.of(following, one, series), OWN, FROM, UNTIL).stream()
            .map(found -> found.span().start() + " " + found.span().end())
            .sorted()
            .toList());
    String end = following.replace("END:VEVENT", "STATUS:CANCELLED\nEND:VEVENT");
    assertEquals(3, CalendarFile.occurrences(List.of(series, end, one), OWN, FROM, UNTIL).size());
    assertEquals(1, CalendarFile.occurrences(List.of(following), OWN, FROM, UNTIL).size());
  }

  @Test
  void rejectsOtherFilesAndEndlessOnes() {
    assertThrows(IllegalArgumentException.class, () -> busy("<html>sign in</html>"));
    String endless = calendar("DTSTART:20300101T000000Z|DURATION:PT1S|RRULE:FREQ=SECONDLY");
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> assertThrows(IllegalArgumentException.class, () -> busy(endless)));
  }

  private static String calendar(String lines) {
    return "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:1\n"
        + lines.replace('|', '\n')
        + "\nEND:VEVENT\nEND:VCALENDAR\n";
  }
}
