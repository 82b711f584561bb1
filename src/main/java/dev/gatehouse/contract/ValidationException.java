package dev.gatehouse.contract;

import java.util.List;

/** Thrown if a client's request violates the contract. The message is sent to the client. */
public final class ValidationException extends RuntimeException {
  private final ErrorCode code;
  private final String param;
  private final transient List<ValidationException> others;

  /**
   * @param param the parameter, header or field at fault; empty where it is the whole body
   */
  public ValidationException(ErrorCode code, String param, String message) {
    this(code, param, message, List.of());
  }

  ValidationException(
      ErrorCode code, String param, String message, List<ValidationException> others) {
    super(message, null, false, false);
    this.code = code;
    this.param = param;
    this.others = others;
  }

  /** The fault of a required field that is absent. */
  public static ValidationException missing(String param) {
    return new ValidationException(ErrorCode.PARAMETER_MISSING, param, param + " is required");
  }

  public ErrorCode code() {
    return code;
  }

  public String param() {
    return param;
  }

  /** Returns the faults of other fields. */
  public List<ValidationException> others() {
    return others;
  }
}
