package dev.gatehouse.bus;

/** The one way in which an area's method ends without an {@link Answer}. */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient ApiError failure;

  ApiException(ApiError failure, Throwable cause) {
    // Refusals are ordinary: without a cause they carry no stack.
    super(failure.message(), cause, false, cause != null);
    this.failure = failure;
  }

  public ApiError failure() {
    return failure;
  }
}
