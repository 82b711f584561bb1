package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.Column;
import java.io.IOException;

/** Rows of a serving copy. Holds one page and one dictionary of each column. */
final class CopyRows implements CsvRows {
  private final CsvColumn[] columns = new CsvColumn[Column.STORED.size()];

  CopyRows(ServingCopy copy) {
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new CsvColumn(copy, i);
    }
  }

  @Override
  public int ready() throws IOException {
    int rows = Integer.MAX_VALUE;
    for (CsvColumn column : columns) {
      rows = Math.min(rows, column.ready());
    }
    return rows;
  }

  @Override
  public long time(int row) {
    return columns[0].time(row);
  }

  @Override
  public int write(byte[] to, int at) {
    int p = at;
    for (CsvColumn column : columns) {
      p = column.write(to, p);
    }
    return p;
  }

  @Override
  public void skip() {
    for (CsvColumn column : columns) {
      column.skip();
    }
  }
}
