package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When tails are folded. */
class FoldLimitsTest {
  /** A fold writes the whole copy. Moves of the tail write a few kilobytes more. */
  @ParameterizedTest
  @ValueSource(longs = {1_000, 10_000_000, 130_000_000, 250_000_000, 390_000_000})
  void limitsWrittenBytesPerBar(long copy) {
    FoldLimits limits = FoldLimits.of(copy);
    assertTrue(copy / limits.bars() <= 32 << 10, limits + " bars");
    assertFalse(limits.areExceeded(limits.bars(), limits.overlapping()));
    assertTrue(limits.areExceeded(limits.bars() + 1, 0));
    assertTrue(limits.areExceeded(0, limits.overlapping() + 1));
  }

  @ParameterizedTest
  @ValueSource(longs = {2_000_000_000, Long.MAX_VALUE})
  void limitsTailsOfHugeFiles(long copy) {
    assertEquals(12_000, FoldLimits.of(copy).bars());
  }
}
