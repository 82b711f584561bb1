package dev.gatehouse.areas.payments;

import java.time.Duration;

/** Waits while another caller or the provider works. */
@FunctionalInterface
interface Pause {
  /** Blocks for a duration. */
  void of(Duration duration);
}
