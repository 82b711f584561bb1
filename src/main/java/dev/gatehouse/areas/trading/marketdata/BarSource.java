package dev.gatehouse.areas.trading.marketdata;

import java.io.Closeable;
import java.io.IOException;

/** Bars in batches, from an upload or from a serving copy. */
public interface BarSource extends Closeable {
  /** The next batch, valid until the next call; null at the end. */
  Bars next() throws IOException;
}
