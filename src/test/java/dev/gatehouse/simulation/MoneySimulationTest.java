package dev.gatehouse.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs simulated schedules of orders, and finds the faults of earlier releases. */
class MoneySimulationTest {
  private static final int SCHEDULES = 1_000;
  private static final int MAX_SEEDS = 10_000;

  @Test
  void everyOrderEndsTrue() {
    for (long seed = 1; seed <= SCHEDULES; seed++) {
      assertEquals("", MoneySimulator.violation(seed, Mutation.NONE), "seed " + seed);
    }
  }

  @ParameterizedTest
  @EnumSource(value = Mutation.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void findsFaultsOfEarlierReleases(Mutation mutation) {
    assertTrue(
        LongStream.rangeClosed(1, MAX_SEEDS)
            .anyMatch(seed -> !MoneySimulator.violation(seed, mutation).isEmpty()),
        mutation + " was not found");
  }
}
