package dev.gatehouse.time;

import module java.base;

/** Times in milliseconds, the precision of the stores. */
public final class StoredTime {
  private StoredTime() {}

  /** Returns the time of a clock, truncated. */
  public static Instant now(InstantSource clock) {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
