package dev.gatehouse.bus;

/** Thrown by an area's method to answer with a {@link ApiError}. */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient ApiError failure;

  ApiException(ApiError failure, Throwable cause) {
    // Rejections are common, so without a cause they have no stack trace.
    super(failure.message(), cause, false, cause != null);
    this.failure = failure;
  }

  public ApiError failure() {
    return failure;
  }
}
