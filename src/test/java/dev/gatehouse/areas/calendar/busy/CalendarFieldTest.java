package dev.gatehouse.areas.calendar.busy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.areas.calendar.busy.CalendarFile.Occurrence;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calendars of public reports and of libraries, subscribed and imported. */
class CalendarFieldTest {
  private static final ZoneId OWN = ZoneId.of("America/New_York");
  private static final Instant FROM = Instant.parse("1990-01-01T00:00:00Z");
  private static final Instant UNTIL = Instant.parse("2035-01-01T00:00:00Z");

  private record Case(String source, String file, String busy) {
    static Case of(String line) {
      String[] cells = line.split("\t", -1);
      String lines = cells[2].replace("|", "\r\n");
      return new Case(
          cells[0],
          "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + lines + "\r\nEND:VCALENDAR\r\n",
          cells[3]);
    }

    @Override
    public String toString() {
      return source;
    }
  }

  static Stream<Case> cases() throws IOException {
    Path table = Path.of("src/test/resources/field/calendar-files.tsv");
    return Files.readAllLines(table).stream().filter(line -> !line.startsWith("#")).map(Case::of);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void readsBusyTimes(Case field) {
    assertEquals(
        field.busy(),
        CalendarFile.busy(field.file(), OWN, FROM, UNTIL).stream()
            .map(span -> (span.start() + "/" + span.end()).replace(":00Z", "Z"))
            .collect(Collectors.joining(" ")));
  }

  /** An import stores each event with what it needs, and without its words. */
  @ParameterizedTest
  @MethodSource("cases")
  void importsTheSameTimes(Case field) {
    List<String> events =
        EventText.read(field.file()).events().stream().map(EventText::text).toList();
    assertEquals(spans(List.of(field.file())), spans(events));
  }

  private static Set<String> spans(List<String> texts) {
    return CalendarFile.occurrences(texts, OWN, FROM, UNTIL).stream()
        .map(Occurrence::span)
        .map(Object::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
