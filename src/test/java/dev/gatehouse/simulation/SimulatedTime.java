package dev.gatehouse.simulation;

import module java.base;

import dev.gatehouse.time.TimeSource;
import dev.gatehouse.time.TrustedClock;

/** Clock of the simulation, whose wall clock and monotonic clock agree. */
public final class SimulatedTime {
  private SimulatedTime() {}

  public static TrustedClock of(InstantSource clock) {
    Instant begun = clock.instant();
    return new TrustedClock(
        new TimeSource() {
          @Override
          public Instant instant() {
            return clock.instant();
          }

          @Override
          public long nanoTime() {
            return Duration.between(begun, clock.instant()).toNanos();
          }
        },
        Duration.ZERO);
  }
}
