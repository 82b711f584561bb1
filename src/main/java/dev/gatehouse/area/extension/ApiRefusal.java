package dev.gatehouse.area.extension;

import java.time.Duration;

/** Thrown to reject a request with an error that the client reads. */
public final class ApiRefusal extends RuntimeException {
  private final Reason reason;
  private final String param;
  private final Duration retryAfter;

  /** Reason of a rejection, with the HTTP status and the error code that the client gets. */
  public enum Reason {
    /** 400 {@code parameter_invalid}. */
    INVALID,
    /** 403 {@code access_denied}. */
    DENIED,
    /** 404 {@code not_found}. */
    NOT_FOUND,
    /** 409 {@code conflict}. */
    CONFLICT,
    /** 412 {@code precondition_failed}. */
    CHANGED,
    /** 503 {@code not_configured}. */
    NOT_CONFIGURED,
    /** 503 {@code service_unavailable}, with Retry-After. */
    UNAVAILABLE
  }

  private ApiRefusal(Reason reason, String param, String message, Duration retryAfter) {
    super(message, null, false, false);
    this.reason = reason;
    this.param = param;
    this.retryAfter = retryAfter;
  }

  /**
   * Rejects a parameter or field.
   *
   * @param problem follows the name in the message: {@code must be in the future}
   */
  public static ApiRefusal invalid(String param, String problem) {
    return new ApiRefusal(Reason.INVALID, param, param + ' ' + problem, Duration.ZERO);
  }

  public static ApiRefusal denied(String message) {
    return new ApiRefusal(Reason.DENIED, "", message, Duration.ZERO);
  }

  public static ApiRefusal notFound(String message) {
    return new ApiRefusal(Reason.NOT_FOUND, "", message, Duration.ZERO);
  }

  public static ApiRefusal conflict(String message) {
    return new ApiRefusal(Reason.CONFLICT, "", message, Duration.ZERO);
  }

  /** Rejects a change of a record that has changed since the client read it. */
  public static ApiRefusal changed(String message) {
    return new ApiRefusal(Reason.CHANGED, "", message, Duration.ZERO);
  }

  /** Reports a missing setting. */
  public static ApiRefusal notConfigured(String message) {
    return new ApiRefusal(Reason.NOT_CONFIGURED, "", message, Duration.ZERO);
  }

  /** Asks the client to come back. */
  public static ApiRefusal unavailable(String message, Duration retryAfter) {
    return new ApiRefusal(Reason.UNAVAILABLE, "", message, retryAfter);
  }

  public Reason reason() {
    return reason;
  }

  /** Returns the parameter or field at fault; empty if none is. */
  public String param() {
    return param;
  }

  /** Returns the time after which the client should retry; zero if none. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
