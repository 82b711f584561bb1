package dev.gatehouse.areas.trading.marketdata;

import java.io.Closeable;
import java.io.IOException;

/** Source of bars in batches, read from an upload or from a serving copy. */
public interface BarSource extends Closeable {
  /** Returns the next batch, or null at the end. A batch is valid until the next call. */
  Bars next() throws IOException;

  default ColumnUse columnUse() {
    return ColumnUse.NONE;
  }
}
