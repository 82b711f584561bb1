package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.BarSource;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import java.io.IOException;

/**
 * Reads the bars of a serving copy from a given row to the end, page by page. Closing it does not
 * close the copy.
 */
public final class CopySource implements BarSource {
  private final ServingCopy copy;
  private long row;

  public CopySource(ServingCopy copy, long firstRow) {
    this.copy = copy;
    this.row = firstRow;
  }

  @Override
  public Bars next() throws IOException {
    int count = (int) Math.min(Layout.ROWS_PER_PAGE, copy.rowCount() - row);
    if (count <= 0) {
      return null;
    }
    Bars bars = copy.read(row, count, Column.STORED);
    row += count;
    return bars;
  }

  @Override
  public void close() {}
}
