package dev.gatehouse.areas.trading.marketdata.serving;

/** Rows {@code first} (inclusive) to {@code end} (exclusive) of a serving copy, oldest first. */
public record RowRange(long first, long end) {
  public long rows() {
    return end - first;
  }

  /**
   * Returns the rows of one page: {@code limit} rows from {@code offset}, counted from the range's
   * newest or oldest row. The page is empty if the offset is past the end.
   */
  public RowRange page(long offset, int limit, boolean newestFirst) {
    long skipped = Math.clamp(offset, 0, rows());
    long taken = Math.min(limit, rows() - skipped);
    if (newestFirst) {
      return new RowRange(end - skipped - taken, end - skipped);
    }
    return new RowRange(first + skipped, first + skipped + taken);
  }
}
