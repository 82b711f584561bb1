package dev.gatehouse.simulation;

import module java.base;

/**
 * Runs schedules: {@code MoneySimulator [--schedules N] [--seed S] [--mutation NAME |
 * --mutations]}. It prints the seed of each violation.
 */
public final class MoneySimulator {
  private static final int MAX_VIOLATIONS = 20;
  private static final int MAX_SHOWN = 400;

  private long schedules = 100_000;
  private long seed = 1;
  private Mutation mutation = Mutation.NONE;

  private MoneySimulator() {}

  public static void main(String[] arguments) {
    if (arguments.length == 1 && arguments[0].equals("--mutations")) {
      System.exit(findsMutations() ? 0 : 1);
    }
    var simulator = new MoneySimulator();
    for (int i = 0; i < arguments.length; i += 2) {
      simulator.set(arguments[i], i + 1 < arguments.length ? arguments[i + 1] : "");
    }
    System.exit(simulator.run() == 0 ? 0 : 1);
  }

  private void set(String option, String value) {
    switch (option) {
      case "--schedules" -> schedules = Long.parseLong(value);
      case "--seed" -> seed = Long.parseLong(value);
      case "--mutation" -> mutation = Mutation.valueOf(value);
      default -> throw new IllegalArgumentException("unknown option " + option);
    }
  }

  /** Returns the number of violations. */
  private long run() {
    long begun = System.nanoTime();
    long violations = 0;
    long done = 0;
    for (long each = seed; each < seed + schedules && violations < MAX_VIOLATIONS; each++) {
      String found = Seeds.violation(each, mutation);
      done++;
      if (!found.isEmpty()) {
        violations++;
        System.out.println("seed " + each + ": " + found);
      }
      if (violations > 0 && mutation != Mutation.NONE) {
        break;
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    double busy = cpuSeconds();
    System.out.printf(
        Locale.ROOT,
        "%d schedules from seed %d, %d violations, %.0f s, %.0f schedules/s;"
            + " %.0f s of processor time, %.0f schedules per second of it%n",
        done,
        seed,
        violations,
        seconds,
        done / seconds,
        busy,
        done / busy);
    return violations;
  }

  /** Returns the processor time of this process, on all cores. */
  private static double cpuSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
  }

  /** Prints the first seed that finds each mutation; returns whether all were found. */
  private static boolean findsMutations() {
    boolean all = true;
    for (Mutation each : EnumSet.complementOf(EnumSet.of(Mutation.NONE))) {
      OptionalLong found = Seeds.seedOf(each);
      all &= found.isPresent();
      System.out.println(
          found.isPresent()
              ? each + ": seed " + found.getAsLong() + ": " + shown(each, found.getAsLong())
              : each + ": not found within " + Seeds.MAX + " seeds");
    }
    return all;
  }

  private static String shown(Mutation mutation, long seed) {
    String found = Seeds.violation(seed, mutation).replaceAll("\\s+", " ");
    return found.substring(0, Math.min(MAX_SHOWN, found.length()));
  }
}
