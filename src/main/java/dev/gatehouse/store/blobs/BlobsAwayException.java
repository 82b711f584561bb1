package dev.gatehouse.store.blobs;

import java.io.IOException;

/** Thrown if the blob store does not reply in time. Answered with 503. */
public final class BlobsAwayException extends IOException {
  public BlobsAwayException(String message, Throwable cause) {
    super(message, cause);
  }
}
