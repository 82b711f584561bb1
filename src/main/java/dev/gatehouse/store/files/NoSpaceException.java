package dev.gatehouse.store.files;

import java.io.IOException;

/** The disk has no room beyond the reserve: answered as 507. */
public final class NoSpaceException extends IOException {
  public NoSpaceException(String message, Throwable cause) {
    super(message, cause);
  }
}
