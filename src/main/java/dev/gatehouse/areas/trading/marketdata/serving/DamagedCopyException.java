package dev.gatehouse.areas.trading.marketdata.serving;

import java.io.IOException;

/**
 * Thrown for a file that is not a serving copy, or that changed after it was written. The upload
 * that it was created from still exists.
 */
public final class DamagedCopyException extends IOException {
  DamagedCopyException(String why) {
    super("the serving copy can't be read: " + why);
  }

  DamagedCopyException(String why, Throwable cause) {
    super("the serving copy can't be read: " + why, cause);
  }
}
