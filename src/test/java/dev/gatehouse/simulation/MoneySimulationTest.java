package dev.gatehouse.simulation;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Simulated schedules of orders, and the faults of earlier releases. It takes seconds. */
@Tag("simulation")
class MoneySimulationTest {
  private static final int SCHEDULES = 400;

  @Test
  void everyOrderEndsTrue() {
    for (long seed = 1; seed <= SCHEDULES; seed++) {
      assertEquals("", Seeds.violation(seed, Mutation.NONE), "seed " + seed);
    }
  }

  @Test
  void decisionsAndRefundsOfTheOwnerAddUp() {
    for (long seed = 1; seed <= SCHEDULES; seed++) {
      assertEquals("", new DeskSchedule(seed).run(), "seed " + seed);
    }
  }

  @ParameterizedTest
  @EnumSource(value = Mutation.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void findsFaultsOfEarlierReleases(Mutation mutation) {
    assertTrue(Seeds.seedOf(mutation).isPresent(), mutation + " was not found");
  }
}
