package dev.gatehouse.marketdata.upload;

import dev.gatehouse.marketdata.BadMarketData;

/**
 * The heap that decoded pages of one upload may fill: what stands between a bomb and everyone
 * else's memory.
 */
final class DecodeBudget {
  private final long limit;
  private long used;

  DecodeBudget(long limit) {
    this.limit = limit;
  }

  void take(String column, long bytes) {
    if (bytes < 0 || bytes > limit - used) {
      throw BadMarketData.in(
          column,
          "its pages need more than the "
              + (limit >> 20)
              + " MB of memory an import may use at once",
          null);
    }
    used += bytes;
  }

  void giveBack(long bytes) {
    used -= bytes;
  }
}
