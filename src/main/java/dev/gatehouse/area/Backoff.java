package dev.gatehouse.area;

import java.time.Duration;

/**
 * Pauses between looks in vain, each twice as long as the one before.
 *
 * @param first the pause after the first look
 * @param max which no pause exceeds
 */
public record Backoff(Duration first, Duration max) {
  private static final int MAX_DOUBLINGS = 12;

  /** The pause after so many looks in vain before this one. */
  public Duration after(int looks) {
    Duration pause = first.multipliedBy(1L << Math.clamp(looks, 0, MAX_DOUBLINGS));
    return pause.compareTo(max) > 0 ? max : pause;
  }
}
