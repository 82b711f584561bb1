package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;

/** Rows in memory. */
final class AddedRows implements CsvRows {
  private final Bars bars;
  private final TimeText times = new TimeText();
  private int next;

  AddedRows(Bars bars) {
    this.bars = bars;
  }

  @Override
  public int ready() {
    return bars.size() - next;
  }

  @Override
  public long time(int row) {
    return bars.times()[next + row];
  }

  @Override
  public int write(byte[] to, int at) {
    int p = at;
    int last = Column.STORED.size() - 1;
    for (int i = 0; i <= last; i++) {
      p = field(Column.STORED.get(i), to, p);
      to[p++] = (byte) (i == last ? '\n' : ',');
    }
    next++;
    return p;
  }

  @Override
  public void skip() {
    next++;
  }

  private int field(Column column, byte[] to, int at) {
    return switch (column.kind()) {
      case TIME -> times.write(to, at, bars.longs(column)[next]);
      case NUMBER -> CsvFields.number(to, at, bars.numbers(column)[next]);
      case TEXT -> CsvFields.text(to, at, bars.texts(column)[next]);
      case COUNT -> CsvFields.count(to, at, bars.longs(column)[next]);
      case FLAG -> CsvFields.flag(to, at, bars.longs(column)[next]);
    };
  }
}
