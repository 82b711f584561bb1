package dev.gatehouse.killed;

import java.util.Random;

/** One kind of work of a process that is killed. Its record of acknowledged effects is outside. */
public interface Work {
  /**
   * Does one step, and records its effect if the process acknowledged it.
   *
   * @return whether an effect was acknowledged
   * @throws java.io.UncheckedIOException if the process has ended; the outcome is then unknown
   */
  boolean step(Random random) throws Exception;

  /** Checks the data between two processes. */
  default void checkStopped() throws Exception {}

  /** Compares the data of a started process with the record, before the next step. */
  void check(Random random) throws Exception;

  /** Compares the data completely, after the last kill. */
  default void checkAtEnd(Random random) throws Exception {
    check(random);
  }

  /** Returns the number of threads that repeat the step. */
  default int threads() {
    return 1;
  }
}
