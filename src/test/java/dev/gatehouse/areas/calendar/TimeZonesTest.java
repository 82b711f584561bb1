package dev.gatehouse.areas.calendar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.areas.calendar.EventData.TimeZones;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of time zones. */
class TimeZonesTest {
  @ParameterizedTest
  @CsvSource({
    "America/New_York, America/New_York", "Europe/Kyiv, Europe/Kyiv", "US/Eastern, US/Eastern",
    "EST5EDT, EST5EDT", "EST, EST", "MST, MST",
    "HST, HST", "Etc/GMT+5, Etc/GMT+5", "UTC, UTC",
    "GMT, GMT", "Factory, ''", "PST, ''",
    "IST, ''", "est, ''", "+05:00, ''",
    "UTC+5, ''", "Z, ''", "'', ''",
  })
  void resolvesTimeZoneNames(String name, String zone) {
    assertEquals(zone, TimeZones.find(name).map(Object::toString).orElse(""));
  }
}
