package dev.gatehouse.time;

import java.time.Instant;

/**
 * Age that stored data has certainly reached. Only {@link TrustedClock} creates it, so code that
 * deletes by age cannot use a wall clock by mistake.
 */
public final class Age {
  private final Instant before;

  Age(Instant before) {
    this.before = before;
  }

  /** Returns the time before which data was written that has reached this age. */
  public Instant before() {
    return before;
  }

  /** Returns whether something that was written or ended at this time has reached the age. */
  public boolean reached(Instant time) {
    return time.isBefore(before);
  }
}
