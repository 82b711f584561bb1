package dev.gatehouse.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs simulated schedules of orders, and finds the faults of earlier releases. */
class MoneySimulationTest {
  private static final int SCHEDULES = 400;

  @Test
  void everyOrderEndsTrue() {
    for (long seed = 1; seed <= SCHEDULES; seed++) {
      assertEquals("", MoneySimulator.violation(seed, Mutation.NONE), "seed " + seed);
    }
  }

  /**
   * Two clicks on "pay" of an expired order, of which one finds that the goods are sold out, and a
   * report of a chargeback that is applied after the report of its end.
   */
  @ParameterizedTest
  @ValueSource(longs = {75_676, 91_159, 795_397, 24_516, 31_204, 90_780})
  void repeatsSchedulesThatWereFalse(long seed) {
    assertEquals("", MoneySimulator.violation(seed, Mutation.NONE));
  }

  @ParameterizedTest
  @EnumSource(value = Mutation.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void findsFaultsOfEarlierReleases(Mutation mutation) {
    assertTrue(MoneySimulator.seedOf(mutation).isPresent(), mutation + " was not found");
  }
}
