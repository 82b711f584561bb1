package dev.gatehouse.areas.calendar;

import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Time zones of the IANA database, by name and link. The JDK has additional names, which are
 * rejected. The three short names that became links in 2024 are accepted.
 */
final class TimeZones {
  private static final Map<String, String> SHORT =
      Map.of("EST", "America/Panama", "MST", "America/Phoenix", "HST", "Pacific/Honolulu");

  private static final Set<String> NAMES = ZoneId.getAvailableZoneIds();

  private TimeZones() {}

  /** Finds a zone by its exact, case-sensitive name. Offsets are not zones. */
  static Optional<ZoneId> find(String name) {
    if (SHORT.containsKey(name)) {
      return Optional.of(ZoneId.of(SHORT.get(name)));
    }
    return Optional.of(name)
        .filter(NAMES::contains)
        .filter(known -> !known.startsWith("SystemV/"))
        .map(ZoneId::of);
  }
}
