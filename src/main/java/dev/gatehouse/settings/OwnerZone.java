package dev.gatehouse.settings;

import java.time.ZoneId;

/** Owner's time zone for days and hours: Eastern Time. */
public final class OwnerZone {
  public static final ZoneId ID = ZoneId.of("America/New_York");

  private OwnerZone() {}
}
