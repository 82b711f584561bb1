package dev.gatehouse.settings;

import java.time.ZoneId;

/** The zone by whose days and hours the owner lives: Eastern Time. */
public final class OwnerZone {
  public static final ZoneId ID = ZoneId.of("America/New_York");

  private OwnerZone() {}
}
