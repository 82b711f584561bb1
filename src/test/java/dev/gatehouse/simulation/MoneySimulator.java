package dev.gatehouse.simulation;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs schedules: {@code MoneySimulator [--schedules N] [--seed S] [--mutation NAME]}. It prints
 * the seed of each violation.
 */
public final class MoneySimulator {
  private MoneySimulator() {}

  public static void main(String[] arguments) {
    long schedules = 100_000;
    long seed = 1;
    Mutation mutation = Mutation.NONE;
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      switch (arguments[i]) {
        case "--schedules" -> schedules = Long.parseLong(arguments[i + 1]);
        case "--seed" -> seed = Long.parseLong(arguments[i + 1]);
        case "--mutation" -> mutation = Mutation.valueOf(arguments[i + 1]);
        default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
      }
    }
    long begun = System.nanoTime();
    long violations = 0;
    for (long each = seed; each < seed + schedules; each++) {
      String found = violation(each, mutation);
      if (!found.isEmpty()) {
        violations++;
        System.out.println("seed " + each + ": " + found);
        if (mutation != Mutation.NONE || violations >= 20) {
          break;
        }
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    System.out.printf(
        "%d schedules from seed %d, %d violations, %.0f s, %.0f schedules/s%n",
        schedules, seed, violations, seconds, schedules / seconds);
    System.exit(violations == 0 ? 0 : 1);
  }

  /** Runs one schedule on a virtual thread, as its actors do. */
  static String violation(long seed, Mutation mutation) {
    var found = new AtomicReference<String>();
    Thread thread =
        Thread.ofVirtual()
            .start(() -> {
              try {
                found.set(new MoneySchedule(seed, mutation).run());
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
