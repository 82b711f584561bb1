package dev.gatehouse.area;

import dev.gatehouse.time.Extremes;
import java.time.Duration;

/**
 * Pauses between unsuccessful attempts. Each pause is twice as long as the one before.
 *
 * @param first pause after the first attempt
 * @param max maximum pause
 */
public record Backoff(Duration first, Duration max) {
  private static final int MAX_DOUBLINGS = 12;

  /** Returns the pause after the given number of earlier unsuccessful attempts. */
  public Duration after(int looks) {
    Duration pause = first.multipliedBy(1L << Math.clamp(looks, 0, MAX_DOUBLINGS));
    return Extremes.min(pause, max);
  }
}
