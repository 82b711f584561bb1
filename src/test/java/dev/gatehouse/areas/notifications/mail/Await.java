package dev.gatehouse.areas.notifications.mail;

import module java.base;

/** Waits for the effects of background jobs. */
public final class Await {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long LOOK_NANOS = 20_000_000;

  private Await() {}

  /** Returns once the condition holds. */
  public static void until(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("did not happen: " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
