package dev.gatehouse.areas.trading.marketdata.serving;

import java.io.IOException;

/**
 * A file that is no serving copy, or no longer the one that was written. The upload it came from is
 * still there.
 */
public final class DamagedCopyException extends IOException {
  private static final long serialVersionUID = 1L;

  DamagedCopyException(String why) {
    super("the serving copy can't be read: " + why);
  }

  DamagedCopyException(String why, Throwable cause) {
    super("the serving copy can't be read: " + why, cause);
  }
}
