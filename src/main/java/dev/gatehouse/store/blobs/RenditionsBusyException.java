package dev.gatehouse.store.blobs;

import java.io.IOException;

/** Thrown if too many renditions of a kind are being generated. Answered with 503. */
public final class RenditionsBusyException extends IOException {
  private static final long serialVersionUID = 1;

  public RenditionsBusyException(String message) {
    super(message);
  }
}
