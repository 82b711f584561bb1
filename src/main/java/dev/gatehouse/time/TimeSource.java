package dev.gatehouse.time;

import module java.base;

/** A wall clock, which may be set or wrong, and a monotonic clock beside it. */
public interface TimeSource extends InstantSource {
  /** Returns nanoseconds that advance at the rate of real time and are never set. */
  long nanoTime();

  /** Returns the clocks of this machine. */
  static TimeSource system() {
    InstantSource wall = InstantSource.system();
    return new TimeSource() {
      @Override
      public Instant instant() {
        return wall.instant();
      }

      @Override
      public long nanoTime() {
        return System.nanoTime();
      }
    };
  }
}
