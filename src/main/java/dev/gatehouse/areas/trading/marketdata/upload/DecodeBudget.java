package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;

/**
 * Heap budget for the footer and the decoded pages of one upload. It prevents a decompression bomb
 * from exhausting the memory that all requests share.
 */
final class DecodeBudget {
  /** The divisor of the budget that a footer may use. The rest is for pages. */
  private static final int FOOTER_SHARE = 2;

  private final long limit;
  private long used;

  DecodeBudget(long limit) {
    this.limit = limit;
  }

  void take(String column, long bytes) {
    if (bytes < 0 || bytes > limit - used) {
      throw BadMarketData.in(
          column,
          "its pages need more than the %s MB of memory an import may use at once"
              .formatted(limit >> 20),
          null);
    }
    used += bytes;
  }

  /** Reserves the heap for the footer's objects. */
  void takeFooter(long bytes) {
    if (bytes > limit / FOOTER_SHARE) {
      throw new BadMarketData(
          "the parquet file's footer needs more than the %s MB of memory it may use"
              .formatted((limit / FOOTER_SHARE) >> 20));
    }
    used += bytes;
  }

  void giveBack(long bytes) {
    used -= bytes;
  }
}
