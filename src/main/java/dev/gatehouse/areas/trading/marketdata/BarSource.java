package dev.gatehouse.areas.trading.marketdata;

import java.io.Closeable;
import java.io.IOException;

/** Bars of an upload, in batches. */
public interface BarSource extends Closeable {
  /** Returns the next batch, or null at the end. A batch is valid until the next call. */
  Bars next() throws IOException;

  ColumnUse columnUse();
}
