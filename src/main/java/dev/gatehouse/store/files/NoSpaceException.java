package dev.gatehouse.store.files;

import java.io.IOException;

/** Thrown if the disk has no free space beyond the reserve. Answered with 507. */
public final class NoSpaceException extends IOException {
  public NoSpaceException(String message, Throwable cause) {
    super(message, cause);
  }
}
