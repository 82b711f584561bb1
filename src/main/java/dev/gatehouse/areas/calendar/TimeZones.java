package dev.gatehouse.areas.calendar;

import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The time zones of the IANA database by their names, with the links to them. The JDK knows some
 * more of its own making, and since 2024 the database has three short names as links, too.
 */
final class TimeZones {
  private static final Map<String, String> SHORT =
      Map.of("EST", "America/Panama", "MST", "America/Phoenix", "HST", "Pacific/Honolulu");

  private static final Set<String> NAMES = ZoneId.getAvailableZoneIds();

  private TimeZones() {}

  /** A zone by its name, in the letters that it is written with; offsets are no zones. */
  static Optional<ZoneId> find(String name) {
    if (SHORT.containsKey(name)) {
      return Optional.of(ZoneId.of(SHORT.get(name)));
    }
    return NAMES.contains(name) && !name.startsWith("SystemV/")
        ? Optional.of(ZoneId.of(name))
        : Optional.empty();
  }
}
