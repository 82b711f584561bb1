package dev.gatehouse.bus;

import dev.gatehouse.contract.ErrorCode;

/** Thrown by an area's method to answer with a {@link ApiError}. */
public final class ApiException extends RuntimeException {
  private final transient ApiError failure;

  ApiException(ApiError failure, Throwable cause) {
    // Rejections are common, so without a cause they have no stack trace.
    super(failure.message(), cause, false, cause != null);
    this.failure = failure;
  }

  public static ApiException of(ErrorCode code, String message) {
    return ApiError.of(code, message).exception();
  }

  /**
   * @param param the parameter, header or field at fault
   */
  public static ApiException of(ErrorCode code, String param, String message) {
    return ApiError.of(code, param, message).exception();
  }

  /** See {@link ApiError#busy}. */
  public static ApiException busy(ErrorCode code, String message, int retryAfterSeconds) {
    return ApiError.busy(code, message, retryAfterSeconds).exception();
  }

  /** See {@link ApiError#invalid}. */
  public static ApiException invalid(String param, String problem) {
    return ApiError.invalid(param, problem).exception();
  }

  public ApiError failure() {
    return failure;
  }
}
