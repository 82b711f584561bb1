package dev.gatehouse.areas.calendar.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The owner's days, hours, buffer, minimum notice and maximum advance. Monday 2026-11-02 is busy
 * from 11 to 12.
 */
class OfficeHoursTest {
  @ParameterizedTest
  @CsvSource({
    // day, buffer, notice and horizon in minutes, starts in UTC (Eastern is five hours behind)
    "2026-11-02, 0, 0, 0, 15:00 17:00 18:00",
    "2026-11-02, 1, 0, 0, 18:00",
    "2026-11-02, 60, 0, 0, 18:00",
    "2026-11-02, 0, 180, 0, 17:00 18:00",
    "2026-11-02, 0, 0, 240, 15:00 17:00 18:00",
    "2026-11-02, 0, 0, 239, 15:00 17:00",
    "2026-11-03, 0, 0, 600, ''",
    "2026-11-03, 0, 0, 0, 15:00 16:00 17:00 18:00",
    "2026-11-07, 0, 0, 0, ''"
  })
  void slots(LocalDate day, int buffer, int notice, int horizon, String starts) {
    var hours =
        new OfficeHours(
            EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY),
            LocalTime.of(10, 0),
            LocalTime.of(14, 30),
            Duration.ofMinutes(buffer),
            Duration.ofMinutes(notice),
            Duration.ofMinutes(horizon));
    Instant now = Instant.parse("2026-11-02T14:00:00Z");
    var busy =
        new TimeSpan(Instant.parse("2026-11-02T16:00:00Z"), Instant.parse("2026-11-02T17:00:00Z"));
    List<String> found =
        hours.slots(day, Duration.ofHours(1), List.of(busy), now).stream()
            .map(slot -> slot.start().toString().substring(11, 16))
            .toList();
    assertEquals(starts, String.join(" ", found));
  }
}
