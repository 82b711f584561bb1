package dev.gatehouse.store.blobs;

import java.io.IOException;

/** Bytes that are not what an {@link UploadCheck} takes. */
public final class UnfitException extends IOException {
  private static final long serialVersionUID = 1;

  private final int status;

  /**
   * @param status the HTTP status that says so
   * @param message for the client
   */
  public UnfitException(int status, String message) {
    super(message);
    this.status = status;
  }

  public int status() {
    return status;
  }
}
