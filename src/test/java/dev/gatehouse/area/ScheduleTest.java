package dev.gatehouse.area;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The times at which jobs are due. */
class ScheduleTest {
  /** Covers both clock changes. 02:30 is skipped in March and occurs twice in November. */
  @ParameterizedTest
  @CsvSource({
    "09:00, 2026-11-20T13:59:59.999Z, 2026-11-20T14:00:00Z",
    "09:00, 2026-11-20T14:00:00Z, 2026-11-21T14:00:00Z",
    "09:00, 2026-11-20T23:59:00Z, 2026-11-21T14:00:00Z",
    "09:00, 2026-11-21T04:59:59Z, 2026-11-21T14:00:00Z",
    "09:00, 2027-03-13T14:00:00Z, 2027-03-14T13:00:00Z",
    "09:00, 2027-11-06T13:00:00Z, 2027-11-07T14:00:00Z",
    "02:30, 2027-03-14T05:00:00Z, 2027-03-14T07:30:00Z",
    "02:30, 2027-03-14T07:30:00Z, 2027-03-15T06:30:00Z",
    "01:30, 2027-11-07T04:00:00Z, 2027-11-07T05:30:00Z",
    "01:30, 2027-11-07T05:30:00Z, 2027-11-08T06:30:00Z"
  })
  void computesNextDailyRun(LocalTime at, Instant last, Instant next) {
    assertEquals(next, new Schedule.Daily(at, ZoneId.of("America/New_York")).after(last));
  }

  @Test
  void computesNextRunOfAnInterval() {
    var schedule = new Schedule.Every(Duration.ofMinutes(5));
    assertEquals(
        Instant.parse("2027-01-01T00:05:00Z"),
        schedule.after(Instant.parse("2027-01-01T00:00:00Z")));
    assertEquals("every 5m", schedule.toString());
  }
}
