package dev.gatehouse.areas.codehost;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;

/** Percentages that sum to exactly 100 for any amounts. */
class SharesTest {
  private static final BigDecimal HUNDRED = new BigDecimal("100.0");

  @Test
  void roundsThirdsToASumOfHundred() {
    assertEquals(
        "{a=33.4, b=33.3, c=33.3}", Shares.of(Map.of("a", 1L, "b", 1L, "c", 1L)).toString());
  }

  @Test
  void givesNoShareToZeroAmounts() {
    assertEquals(Map.of(), Shares.of(Map.of()));
    assertEquals(Map.of(), Shares.of(Map.of("a", 0L)));
    assertEquals("{a=100.0, b=0.0}", Shares.of(Map.of("a", 9L, "b", 0L)).toString());
  }

  /**
   * If each share were rounded by itself, the shares would be 300 times 0.3, which is 90 in total.
   */
  @Test
  void sumsManySmallSharesToHundred() {
    Map<String, Long> amounts = new LinkedHashMap<>();
    for (int i = 0; i < 300; i++) {
      amounts.put("language " + i, 1L << 50);
    }
    holds(amounts);
  }

  @Test
  void sumsRandomAmountsToHundredInOrder() {
    var random = new Random(7);
    for (int round = 0; round < 500; round++) {
      Map<String, Long> amounts = new LinkedHashMap<>();
      int count = 1 + random.nextInt(40);
      for (int i = 0; i < count; i++) {
        amounts.put("l" + i, random.nextLong(1L << random.nextInt(1, 60)));
      }
      amounts.put("one", 1L);
      holds(amounts);
    }
  }

  private static void holds(Map<String, Long> amounts) {
    Map<String, BigDecimal> shares = Shares.of(amounts);
    assertEquals(amounts.keySet(), shares.keySet());
    assertEquals(HUNDRED, shares.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add));
    assertTrue(shares.values().stream().allMatch(it -> it.signum() >= 0 && it.scale() == 1));
    List<String> names = List.copyOf(shares.keySet());
    for (int i = 1; i < names.size(); i++) {
      assertTrue(amounts.get(names.get(i - 1)) >= amounts.get(names.get(i)));
      assertTrue(shares.get(names.get(i - 1)).compareTo(shares.get(names.get(i))) >= 0);
    }
  }
}
