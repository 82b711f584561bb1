package dev.gatehouse.http.bodies;

import dev.gatehouse.bus.Failure;

/** An upload that is refused while it is still coming in. */
final class UploadException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Failure failure;

  UploadException(Failure failure) {
    super(failure.message(), null, false, false);
    this.failure = failure;
  }

  Failure failure() {
    return failure;
  }
}
