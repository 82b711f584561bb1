package dev.gatehouse.bus;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.Map;

/**
 * A refusal or an error.
 *
 * @param status HTTP status, 4xx or 5xx
 * @param message what the client reads in {@code {"error": …}}
 * @param headers besides those http sets itself, {@code Retry-After} for example
 * @param detail what only the log reads; empty if there is nothing to add
 * @param unsettled whether what was asked for may have been done all the same
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

  /** 503 that asks the client to come back. */
  public static ApiError busy(String message, int retryAfterSeconds) {
    return new ApiError(
        503, message, Map.of("Retry-After", Integer.toString(retryAfterSeconds)), "");
  }

  /** 412: a change that its caller wants under conditions which do not hold. */
  public static ApiError changed() {
    return of(412, "what is there is not what the request's conditions want");
  }

  /** 504 of what may have been done, or not: nobody knows. */
  public static ApiError unknown(String message) {
    return new ApiError(504, message, Map.of(), "", true);
  }

  /**
   * Nothing, if what a caller sent is as it must be.
   *
   * @throws ApiException 400 with the message, if it is not
   */
  public static void badRequestUnless(boolean holds, String message) {
    if (!holds) {
      throw of(400, message).exception();
    }
  }

  public ApiError because(String reason) {
    return new ApiError(status, message, headers, reason, unsettled);
  }

  /** This failure, to be thrown by an area. */
  public ApiException exception() {
    return new ApiException(this, null);
  }

  public ApiException exception(Throwable cause) {
    return new ApiException(this, cause);
  }
}
