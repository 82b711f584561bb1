package dev.gatehouse.http.bodies;

import dev.gatehouse.bus.ApiError;

/** Thrown when an upload is rejected while it is still arriving. */
final class UploadException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient ApiError failure;

  UploadException(ApiError failure) {
    super(failure.message(), null, false, false);
    this.failure = failure;
  }

  ApiError failure() {
    return failure;
  }
}
