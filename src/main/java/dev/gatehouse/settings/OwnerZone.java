package dev.gatehouse.settings;

import java.time.ZoneId;

/**
 * Owner's time zone: {@code calendar.timeZone}. It applies to hours, days, the report and codes.
 */
public final class OwnerZone {
  /**
   * Zone of the specification. The books of the print shop use it for all owners, because their
   * months are stored with the orders.
   */
  public static final ZoneId BOOKS = ZoneId.of("America/New_York");

  private OwnerZone() {}

  static ZoneId read(Section calendar) {
    String name = calendar.text("timeZone");
    Check.that(
        ZoneId.getAvailableZoneIds().contains(name),
        calendar.key("timeZone") + " must be the name of a time zone, such as Europe/Berlin");
    return ZoneId.of(name);
  }
}
