package dev.gatehouse.contract;

/** Thrown if a client's request violates the contract. The message is sent to the client. */
public final class ValidationException extends RuntimeException {
  private final ErrorCode code;
  private final String param;

  /**
   * @param param the parameter, header or field at fault; empty where it is the whole body
   */
  public ValidationException(ErrorCode code, String param, String message) {
    super(message, null, false, false);
    this.code = code;
    this.param = param;
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
}
