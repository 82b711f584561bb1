package dev.gatehouse.areas.calendar.booking;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.formats.Mailto;
import dev.gatehouse.outbox.Email;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calendar objects with arbitrary input from callers. */
class ICalendarTest {
  private static final TimeSpan TIME =
      new TimeSpan(Instant.parse("2030-01-07T14:00:00Z"), Instant.parse("2030-01-07T15:00:00Z"));

  @ParameterizedTest
  @CsvSource({
    "METHOD:CANCEL",
    "a\\nMETHOD:CANCEL",
    "'END:VEVENT;BEGIN:VALARM'",
    "'comma, semicolon; backslash \\'",
    "😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀",
  })
  void escapesTitles(String title) {
    Email.CalendarPart request = ICalendar.request(circumstances(), meeting(title, title));
    assertEquals("REQUEST", request.method());
    Email.CalendarPart cancel = ICalendar.cancel(circumstances(), meeting(title, title));
    assertEquals("CANCEL", cancel.method());
    for (Email.CalendarPart part : List.of(request, cancel)) {
      List<String> lines = lines(part.object());
      assertEquals(1, count(lines, "METHOD:"), lines.toString());
      assertTrue(lines.contains("METHOD:" + part.method()));
      assertEquals(1, count(lines, "BEGIN:VEVENT"));
      assertEquals(0, count(lines, "BEGIN:VALARM"));
      assertEquals(
          "SUMMARY:" + escaped(title),
          lines.stream().filter(l -> l.startsWith("SUMMARY")).findFirst().orElseThrow());
    }
  }

  @Test
  void foldsLinesAndRemovesControlCharacters() {
    String text = "é😀\u0001\u0085\t".repeat(500) + "\r\nnext\rlast\n";
    String object = ICalendar.request(circumstances(), meeting("t", text)).object();
    for (String line : object.split("\r\n")) {
      assertTrue(line.getBytes(StandardCharsets.UTF_8).length <= 75, line);
      assertFalse(line.contains("�"), line);
      assertTrue(line.chars().noneMatch(c -> Character.isISOControl(c) && c != '\t'), line);
    }
    String expected = "DESCRIPTION:" + "é😀\t".repeat(500) + "\\nnext\\nlast\\n";
    assertTrue(lines(object).contains(expected));
  }

  /** Escapes exactly the characters that RFC 6068, section 2, requires. */
  @ParameterizedTest
  @CsvSource({
    "gu+est@example.com, mailto:gu+est@example.com",
    "o'brien!$*-_.~@example.com, mailto:o'brien!$*-_.~@example.com",
    "a/b?c#d%e&f=g@example.com, mailto:a%2Fb%3Fc%23d%25e%26f%3Dg@example.com",
    "a`b{c|d}e^f@example.com, mailto:a%60b%7Bc%7Cd%7De%5Ef@example.com",
    "jörg@exämple.com, mailto:j%C3%B6rg@ex%C3%A4mple.com"
  })
  void encodesGuestAddresses(String address, String uri) {
    assertEquals(uri, Mailto.uri(address));
    var meeting = new Meeting("t", "", TIME, ZoneId.of("UTC"), address, false);
    List<String> lines = lines(ICalendar.request(circumstances(), meeting).object());
    assertEquals(1, lines.stream().filter(line -> line.endsWith(":" + uri)).count());
  }

  private static ICalendar.Event circumstances() {
    return new ICalendar.Event("1@example.org", "owner@example.org", "", 0, TIME.start());
  }

  private static Meeting meeting(String title, String description) {
    return new Meeting(title, description, TIME, ZoneId.of("UTC"), "guest@example.org", false);
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,");
  }

  private static long count(List<String> lines, String start) {
    return lines.stream().filter(line -> line.startsWith(start)).count();
  }

  private static List<String> lines(String object) {
    return Arrays.asList(object.replace("\r\n ", "").split("\r\n"));
  }
}
