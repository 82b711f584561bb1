package dev.gatehouse.areas.calendar.busy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.areas.calendar.busy.CalendarFile.Occurrence;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** RFC 5545 counts bytes, so that a program may fold a line within a character. */
  @ParameterizedTest
  @ValueSource(strings = {"\r\n ", "\n\t"})
  void readsLinesThatAreFoldedWithinCharacters(String fold) {
    String event = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Prüfung 🎸\nEND:VEVENT\nEND:VCALENDAR\n";
    byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
    int title = event.indexOf("Pr");
    for (int at = title; at < title + "Prüfung 🎸".getBytes(StandardCharsets.UTF_8).length; at++) {
      var folded = new ByteArrayOutputStream();
      folded.write(bytes, 0, at);
      folded.writeBytes(fold.getBytes(StandardCharsets.US_ASCII));
      folded.write(bytes, at, bytes.length - at);
      String read = EventText.decoded(folded.toByteArray());
      assertEquals("Prüfung 🎸", EventText.read(read).events().getFirst().title(), "at " + at);
    }
  }

  private static Set<String> spans(List<String> texts) {
    return CalendarFile.occurrences(texts, OWN, FROM, UNTIL).stream()
        .map(Occurrence::span)
        .map(Object::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
