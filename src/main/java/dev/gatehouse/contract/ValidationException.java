package dev.gatehouse.contract;

/** Thrown if a client's request violates the contract. The message is sent to the client. */
public final class ValidationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ValidationException(String message) {
    super(message, null, false, false);
  }
}
