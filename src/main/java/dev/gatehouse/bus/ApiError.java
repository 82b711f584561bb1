package dev.gatehouse.bus;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.Map;

/**
 * Rejection or error.
 *
 * @param status HTTP status, 4xx or 5xx
 * @param message text for the client in {@code {"error": …}}
 * @param headers headers other than those that the HTTP layer sets, such as {@code Retry-After}
 * @param detail text for the log only; empty if there are no details
 * @param unsettled whether the outcome is unknown: the requested change may have been made
 */
public record ApiError(
    int status,
    String message,
    Map<String, String> headers,
    String detail,
    @JsonInclude(Include.NON_DEFAULT) boolean unsettled)
    implements Reply {

  public ApiError {
    message = NullText.nullToEmpty(message);
    headers = headers == null ? Map.of() : headers;
    detail = NullText.nullToEmpty(detail);
  }

  public ApiError(int status, String message, Map<String, String> headers, String detail) {
    this(status, message, headers, detail, false);
  }

  public static ApiError of(int status, String message) {
    return new ApiError(status, message, Map.of(), "");
  }

  /** Returns 503 with a time after which the client should retry. */
  public static ApiError busy(String message, int retryAfterSeconds) {
    return new ApiError(
        503, message, Map.of("Retry-After", Integer.toString(retryAfterSeconds)), "");
  }

  /** Returns 412 for a change whose conditions do not hold. */
  public static ApiError changed() {
    return of(412, "what is there is not what the request's conditions want");
  }

  /** Returns 504 for an unknown outcome: the change may have been made. */
  public static ApiError unknown(String message) {
    return new ApiError(504, message, Map.of(), "", true);
  }

  /**
   * Rejects an invalid request.
   *
   * @throws ApiException 400 with the message, unless {@code holds}
   */
  public static void badRequestUnless(boolean holds, String message) {
    if (!holds) {
      throw of(400, message).exception();
    }
  }

  public ApiError because(String reason) {
    return new ApiError(status, message, headers, reason, unsettled);
  }

  /** Returns this failure as an exception that an area can throw. */
  public ApiException exception() {
    return new ApiException(this, null);
  }

  public ApiException exception(Throwable cause) {
    return new ApiException(this, cause);
  }
}
