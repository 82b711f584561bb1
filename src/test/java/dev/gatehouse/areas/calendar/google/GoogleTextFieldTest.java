package dev.gatehouse.areas.calendar.google;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.areas.calendar.booking.CalendarEvent;
import dev.gatehouse.areas.calendar.booking.Meeting;
import dev.gatehouse.bus.Json;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Texts of Google's calendar: descriptions may be HTML, and titles are subjects of emails. */
class GoogleTextFieldTest {
  private static final String EVENT =
      "{\"id\":\"e\",\"summary\":\"Sh\\u202eirt\\nBcc: x\",\"location\":\"Room\\u00071\","
          + "\"description\":\"a\\nb\\ud800\\u2066c\","
          + "\"start\":{\"dateTime\":\"2026-02-02T15:00:00Z\"},"
          + "\"end\":{\"dateTime\":\"2026-02-02T16:00:00Z\"}}";

  @ParameterizedTest
  @CsvFileSource(
      resources = "/field/calendar-mail.tsv",
      delimiter = '\t',
      quoteCharacter = '\0',
      nullValues = "-")
  void convertsDescription(String source, String kind, String input, String expected) {
    String text = input.replace("\\n", "\n");
    switch (kind) {
      case "google" ->
          assertEquals(expected.replace("\\n", "\n"), GoogleText.toPlain(text), source);
      case "guest" -> assertEquals(text, GoogleText.toPlain(GoogleText.toHtml(text)), source);
      default -> throw new IllegalArgumentException(kind);
    }
  }

  @Test
  void replacesUnacceptableCharacters() {
    GoogleEvent event = Json.decode(EVENT.getBytes(StandardCharsets.UTF_8), GoogleEvent.class);
    CalendarEvent shown = event.view(ZoneId.of("America/New_York"));
    assertEquals("Sh irt Bcc: x", shown.subject().title());
    assertEquals("Room 1", shown.place().location());
    assertEquals("a\nb  c", shown.subject().description());
    Meeting meeting = event.forGuest(ZoneId.of("America/New_York")).meeting();
    assertEquals("Sh irt Bcc: x", meeting.title());
    assertEquals("a\nb  c", meeting.description());
  }
}
