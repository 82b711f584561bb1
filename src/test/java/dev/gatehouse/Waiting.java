package dev.gatehouse;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Waits for conditions that become true after a reply. */
public final class Waiting {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long FIRST_LOOK_NANOS = 5_000_000;

  /** Frequent looks would take the processor from what they wait for. */
  private static final long MAX_LOOK_NANOS = 50_000_000;

  private Waiting() {}

  /** A condition that becomes true. */
  public interface Condition {
    boolean holds() throws Exception;
  }

  /** Returns once the condition is true. Fails the test after 60 seconds. */
  public static void until(Condition condition) throws Exception {
    until(PATIENCE, condition);
  }

  /** Returns once the condition is true. Fails the test after the given time. */
  public static void until(Duration patience, Condition condition) throws Exception {
    long deadline = System.nanoTime() + patience.toNanos();
    long look = FIRST_LOOK_NANOS;
    while (!condition.holds()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("what is waited for does not happen");
      }
      LockSupport.parkNanos(look);
      look = Math.min(look + look / 4, MAX_LOOK_NANOS);
    }
  }

  /** Waits for a latch where no checked exception may be thrown. */
  public static void on(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
