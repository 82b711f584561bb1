package dev.gatehouse.bus;

import module java.base;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.gatehouse.contract.ErrorCode;

/**
 * An error reply.
 *
 * @param code stable, for programs; it determines the HTTP status
 * @param param the parameter, header or field at fault; empty where not exactly one is
 * @param message what the client reads in {@code {"error": …}}
 * @param headers besides those http sets itself, {@code Retry-After} for example
 * @param detail what only the log reads; empty if there is nothing to add
 * @param unsettled whether the outcome is unknown: the request may have been carried out
 */
@JsonPropertyOrder({"status", "code", "param", "message", "headers", "detail", "unsettled"})
public record ApiError(
    ErrorCode code,
    @JsonInclude(Include.NON_EMPTY) String param,
    String message,
    Map<String, String> headers,
    String detail,
    @JsonInclude(Include.NON_DEFAULT) boolean unsettled)
    implements Reply {

  public ApiError {
    param = Json.nullToEmpty(param);
    message = Json.nullToEmpty(message);
    headers = Objects.requireNonNullElse(headers, Map.of());
    detail = Json.nullToEmpty(detail);
  }

  /**
   * Reads a failure of any release: one without a code, or with an unknown code, gets the code of
   * its status.
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static ApiError read(OfAnyRelease read) {
    ErrorCode byStatus =
        read.unsettled() ? ErrorCode.OUTCOME_UNKNOWN : ErrorCode.ofStatus(read.status());
    return new ApiError(
        ErrorCode.ofWire(read.code()).orElse(byStatus),
        read.param(),
        read.message(),
        read.headers(),
        read.detail(),
        read.unsettled());
  }

  /** The fields on the wire. */
  record OfAnyRelease(
      int status,
      String code,
      String param,
      String message,
      Map<String, String> headers,
      String detail,
      boolean unsettled) {}

  public static ApiError of(ErrorCode code, String message) {
    return of(code, "", message);
  }

  /** Returns the error with which the future of a message failed. */
  public static ApiError of(Throwable problem) {
    if (problem instanceof ApiException refused) {
      return refused.failure();
    }
    return of(ErrorCode.INTERNAL_ERROR, "internal error").because(String.valueOf(problem));
  }

  /**
   * @param param the parameter, header or field at fault
   */
  public static ApiError of(ErrorCode code, String param, String message) {
    return new ApiError(code, param, message, Map.of(), "", false);
  }

  /** An error that asks the client to come back. */
  public static ApiError busy(ErrorCode code, String message, int retryAfterSeconds) {
    return of(code, message).with(Map.of("Retry-After", Integer.toString(retryAfterSeconds)));
  }

  /**
   * 400 for an invalid parameter or field.
   *
   * @param problem follows the name in the message: {@code must be in the future}
   */
  public static ApiError invalid(String param, String problem) {
    return of(ErrorCode.PARAMETER_INVALID, param, param + ' ' + problem);
  }

  /** 400 for an absent parameter or field that is required. */
  public static ApiError missing(String param) {
    return of(ErrorCode.PARAMETER_MISSING, param, param + " is required");
  }

  /** 412: the resource does not meet the request's conditions. */
  public static ApiError changed() {
    return of(ErrorCode.PRECONDITION_FAILED, "precondition failed: the resource has changed");
  }

  /** 504 with an unknown outcome. */
  public static ApiError unknown(String message) {
    return new ApiError(ErrorCode.OUTCOME_UNKNOWN, "", message, Map.of(), "", true);
  }

  /**
   * Checks a parameter or field.
   *
   * @param problem follows the name in the message: {@code must be in the future}
   * @throws ApiException 400, if the condition does not hold
   */
  public static void badRequestUnless(boolean holds, String param, String problem) {
    if (!holds) {
      throw invalid(param, problem).exception();
    }
  }

  /** The HTTP status; releases without codes read it from the wire. */
  @JsonProperty("status")
  public int status() {
    return code.status();
  }

  /** The body that the client gets. */
  public ErrorReply reply() {
    return reply(List.of());
  }

  /**
   * The body that the client gets.
   *
   * @param errors all fields at fault; empty for fewer than two
   */
  public ErrorReply reply(List<ErrorReply.FieldError> errors) {
    return new ErrorReply(message, code, param, errors);
  }

  /** Returns the same failure with these headers. */
  public ApiError with(Map<String, String> more) {
    return new ApiError(code, param, message, more, detail, unsettled);
  }

  /** Returns the same failure with another message; its outcome is not to be looked at again. */
  public ApiError saying(String text) {
    return new ApiError(code, param, text, headers, detail, false);
  }

  /** Returns the same failure with a detail for the log. */
  public ApiError because(String reason) {
    return new ApiError(code, param, message, headers, reason, unsettled);
  }

  /** Returns this failure as an exception that an area can throw. */
  public ApiException exception() {
    return new ApiException(this, null);
  }

  public ApiException exception(Throwable cause) {
    return new ApiException(this, cause);
  }

  /**
   * The body of every error that a client gets.
   *
   * @param error a sentence
   * @param code stable, for programs
   * @param param the first parameter, header or field at fault; empty where none is
   * @param errors all fields at fault; empty for fewer than two
   */
  @JsonPropertyOrder({"error", "code", "param", "errors"})
  public record ErrorReply(
      String error,
      ErrorCode code,
      @JsonInclude(Include.NON_EMPTY) String param,
      @JsonInclude(Include.NON_EMPTY) List<FieldError> errors) {
    /** Error of one field. */
    @JsonPropertyOrder({"param", "code", "error"})
    public record FieldError(String param, ErrorCode code, String error) {}
  }
}
