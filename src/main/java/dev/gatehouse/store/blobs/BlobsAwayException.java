package dev.gatehouse.store.blobs;

import java.io.IOException;

/** The place where blobs lie does not answer, or not in time: answered as 503. */
public final class BlobsAwayException extends IOException {
  private static final long serialVersionUID = 1;

  public BlobsAwayException(String message, Throwable cause) {
    super(message, cause);
  }
}
