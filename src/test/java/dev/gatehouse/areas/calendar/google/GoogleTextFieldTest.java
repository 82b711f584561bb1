package dev.gatehouse.areas.calendar.google;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Descriptions of Google's calendar, which may be HTML. */
class GoogleTextFieldTest {
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
}
