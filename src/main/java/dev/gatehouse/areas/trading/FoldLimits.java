package dev.gatehouse.areas.trading;

/**
 * Sizes of a tail above which it is folded. A fold writes the whole serving copy, so the limits
 * grow with it. The number of written bytes per added bar then remains limited.
 *
 * @param bars number of bars
 * @param overlapping number of bars within the time range of the serving copy. A cold reader looks
 *     up each of them
 */
record FoldLimits(int bars, int overlapping) {
  private static final long BYTES_PER_BAR = 32 << 10;
  private static final int MIN_BARS = 4_000;

  /** Larger tails are not cached in memory while their fold runs. */
  private static final int MAX_BARS = 12_000;

  private static final int OVERLAPPING_PART = 8;

  /** Returns the limits for a serving copy of a size. */
  static FoldLimits of(long bytes) {
    int bars = Math.clamp(Math.ceilDiv(bytes, BYTES_PER_BAR), MIN_BARS, MAX_BARS);
    return new FoldLimits(bars, bars / OVERLAPPING_PART);
  }

  boolean areExceeded(int tail, int overlap) {
    return tail > bars || overlap > overlapping;
  }
}
