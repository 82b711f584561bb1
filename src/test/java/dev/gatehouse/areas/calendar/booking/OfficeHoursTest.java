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
            ZoneId.of("America/New_York"),
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

  /**
   * Hours of an owner in Tokyo and New York, also across midnight and in nights of 23 and 25 hours.
   */
  @ParameterizedTest
  @CsvSource({
    "Asia/Tokyo, 09:00, 18:00, 2026-11-02, 2026-11-02T00:00Z 03:00 06:00",
    "America/New_York, 19:00, 04:00, 2026-11-02, 2026-11-03T00:00Z 03:00",
    "America/New_York, 19:00, 04:00, 2026-11-06, 2026-11-06T06:00Z 00:00 03:00",
    "America/New_York, 19:00, 04:00, 2026-11-07, 2026-11-07T06:00Z",
    "America/New_York, 18:00, 00:00, 2026-11-02, 2026-11-02T23:00Z 02:00",
    "America/New_York, 00:00, 00:00, 2026-11-02, 2026-11-02T05:00Z 08:00 11:00 14:00 17:00 20:00 23:00 02:00",
    "America/New_York, 00:00, 00:00, 2027-03-14, ''",
    "America/New_York, 22:00, 06:00, 2027-03-13, 2027-03-13T06:00Z",
    "Australia/Sydney, 09:00, 18:00, 2027-04-05, 2027-04-04T23:00Z 02:00 05:00"
  })
  void offersHoursInOwnersZone(
      String zone, String from, String to, LocalDate day, String expected) {
    var hours =
        new OfficeHours(
            ZoneId.of(zone),
            EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY),
            LocalTime.parse(from),
            LocalTime.parse(to),
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO);
    List<TimeSpan> slots =
        hours.slots(day, Duration.ofHours(3), List.of(), Instant.parse("2026-10-01T00:00:00Z"));
    List<String> found = new ArrayList<>();
    for (TimeSpan slot : slots) {
      String start = slot.start().toString();
      found.add(found.isEmpty() ? start.substring(0, 16) + "Z" : start.substring(11, 16));
    }
    assertEquals(expected, String.join(" ", found));
  }
}
