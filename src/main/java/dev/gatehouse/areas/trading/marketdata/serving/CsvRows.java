package dev.gatehouse.areas.trading.marketdata.serving;

import java.io.IOException;

/** Rows in ascending order of time, each time once, that can be written as CSV. */
interface CsvRows {
  /** Returns the number of rows that can be written before the next call, or 0 at the end. */
  int ready() throws IOException;

  /** Returns the time of a ready row, in microseconds. Row 0 is the next one. */
  long time(int row);

  /** Writes the next row's fields except for the symbol, with their separators. */
  int write(byte[] to, int at);

  /** Leaves out the next row. */
  void skip();
}
