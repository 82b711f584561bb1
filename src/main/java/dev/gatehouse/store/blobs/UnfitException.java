package dev.gatehouse.store.blobs;

import java.io.IOException;

/** Thrown for bytes that an {@link UploadCheck} rejects. */
public final class UnfitException extends IOException {
  private static final long serialVersionUID = 1;

  private final int status;

  /**
   * @param status HTTP status of the rejection
   * @param message message for the client
   */
  public UnfitException(int status, String message) {
    super(message);
    this.status = status;
  }

  public int status() {
    return status;
  }
}
