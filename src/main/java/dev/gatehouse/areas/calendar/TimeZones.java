package dev.gatehouse.areas.calendar;

import module java.base;

/** Time zones of the IANA database, by name and link. */
final class TimeZones {
  private static final Set<String> NAMES = ZoneId.getAvailableZoneIds();

  private TimeZones() {}

  /** Finds a zone by its exact, case-sensitive name. Offsets are not zones. */
  static Optional<ZoneId> find(String name) {
    return Optional.of(name).filter(NAMES::contains).map(ZoneId::of);
  }
}
