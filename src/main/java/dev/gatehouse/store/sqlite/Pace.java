package dev.gatehouse.store.sqlite;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Pace of long commands, which run in slices. A slice ends as soon as a short command waits. In a
 * commit with short commands, it gets a short time. Short commands thus wait about as long as
 * without a long command, which still makes progress with every commit.
 */
final class Pace {
  private static final long SHARE = TimeUnit.MICROSECONDS.toNanos(500);

  private final BooleanSupplier waiting;
  private boolean shared;
  private long begin;

  /**
   * @param waiting returns whether short commands wait
   */
  Pace(BooleanSupplier waiting) {
    this.waiting = waiting;
  }

  /**
   * Begins a command.
   *
   * @param isShared whether the commit has short commands
   */
  void begin(boolean isShared) {
    shared = isShared;
    begin = System.nanoTime();
  }

  /** Returns whether the current slice should end, if it has made any progress. */
  boolean isOver() {
    return shared ? System.nanoTime() - begin > SHARE : waiting.getAsBoolean();
  }
}
