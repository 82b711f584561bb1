package dev.gatehouse.time;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Times in milliseconds, the precision of the stores. */
public final class StoredTime {
  private StoredTime() {}

  /** Returns the time of a clock, truncated. */
  public static Instant now(InstantSource clock) {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
