package dev.gatehouse.areas.codehost;

import module java.base;

/**
 * Computes percentages with one decimal that sum to exactly 100. All are rounded down, and the
 * remaining tenths go to the largest remainders (Hamilton's method).
 *
 * <p>No share is negative, and a larger amount never gets a smaller share. Both could happen if one
 * entry took the complete rounding difference.
 */
final class Shares {
  private static final int TENTHS = 1_000;

  private Shares() {}

  private record Share(String name, long amount, long tenths, BigInteger remainder) {}

  /**
   * Returns the shares of the amounts, largest first; empty if the sum is zero.
   *
   * @param amounts zero or more
   */
  static Map<String, BigDecimal> of(Map<String, Long> amounts) {
    BigInteger total =
        amounts.values().stream().map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
    Map<String, BigDecimal> shares = new LinkedHashMap<>();
    if (total.signum() == 0) {
      return shares;
    }
    List<Share> down = new ArrayList<>();
    amounts.forEach((name, amount) -> down.add(roundedDown(name, amount, total)));
    long left = TENTHS - down.stream().mapToLong(Share::tenths).sum();
    List<String> luckiest =
        down.stream()
            .sorted(
                Comparator.comparing(Share::remainder)
                    .thenComparing(Share::amount)
                    .reversed()
                    .thenComparing(Share::name))
            .limit(left)
            .map(Share::name)
            .toList();
    down.stream()
        .sorted(Comparator.comparing(Share::amount).reversed().thenComparing(Share::name))
        .forEach(share ->
            shares.put(
                share.name(),
                BigDecimal.valueOf(share.tenths() + (luckiest.contains(share.name()) ? 1 : 0), 1)));
    return shares;
  }

  private static Share roundedDown(String name, long amount, BigInteger total) {
    BigInteger[] tenths =
        BigInteger.valueOf(amount).multiply(BigInteger.valueOf(TENTHS)).divideAndRemainder(total);
    return new Share(name, amount, tenths[0].longValueExact(), tenths[1]);
  }
}
