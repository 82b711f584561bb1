package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;

/**
 * Heap budget for the pages of one upload that are in memory at the same time. A node ends when it
 * has no memory left, so a page may not claim more.
 */
final class DecodeBudget {
  private final long limit;
  private long used;

  DecodeBudget(long limit) {
    this.limit = limit;
  }

  /** Replaces the bytes that a column holds. */
  void replace(String column, long held, long bytes) {
    if (bytes < 0 || bytes > limit - used + held) {
      throw BadMarketData.in(
          column,
          "its pages need more than the %s MB of memory an import may use at once"
              .formatted(limit >> 20),
          null);
    }
    used += bytes - held;
  }
}
