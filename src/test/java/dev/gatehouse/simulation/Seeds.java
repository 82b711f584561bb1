package dev.gatehouse.simulation;

import module java.base;

/** Schedules by their seeds. */
final class Seeds {
  /** Number of schedules within which each mutation must be found. */
  static final int MAX = 10_000;

  private Seeds() {}

  /** Returns the first seed whose schedule violates an invariant with a mutation. */
  static OptionalLong seedOf(Mutation mutation) {
    return LongStream.rangeClosed(1, MAX)
        .filter(seed -> !violation(seed, mutation).isEmpty())
        .findFirst();
  }

  /** Runs one schedule on a virtual thread, as its actors do. Every other one is of the owner. */
  static String violation(long seed, Mutation mutation) {
    var found = new AtomicReference<String>();
    Thread thread =
        Thread.ofVirtual()
            .start(() -> {
              try {
                boolean owner = mutation == Mutation.NONE && seed % 2 == 0;
                found.set(
                    owner ? new DeskSchedule(seed).run() : new MoneySchedule(seed, mutation).run());
              } catch (RuntimeException broken) {
                found.set(broken.toString());
              }
            });
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return found.get();
  }
}
