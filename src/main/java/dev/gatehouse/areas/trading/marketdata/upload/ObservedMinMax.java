package dev.gatehouse.areas.trading.marketdata.upload;

/**
 * The minimum and maximum of a column chunk's decoded values, for comparison with its statistics.
 */
final class ObservedMinMax {
  private long lowWhole;
  private long highWhole;
  private double low;
  private double high;

  ObservedMinMax() {
    clear();
  }

  long whole(long value) {
    lowWhole = Math.min(lowWhole, value);
    highWhole = Math.max(highWhole, value);
    return value;
  }

  double fraction(double value) {
    low = Math.min(low, value);
    high = Math.max(high, value);
    return value;
  }

  /**
   * Compares the values seen since the last call with the bounds. Throws IllegalArgumentException
   * for values outside them.
   */
  void compare(ChunkBounds bounds) {
    bounds.requireWithin(lowWhole, highWhole);
    bounds.requireWithin(low, high);
    clear();
  }

  private void clear() {
    lowWhole = Long.MAX_VALUE;
    highWhole = Long.MIN_VALUE;
    low = Double.POSITIVE_INFINITY;
    high = Double.NEGATIVE_INFINITY;
  }
}
