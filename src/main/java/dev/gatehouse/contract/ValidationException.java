package dev.gatehouse.contract;

/** Thrown where a client's request is not what the contract says; the message is for the client. */
public final class ValidationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ValidationException(String message) {
    super(message, null, false, false);
  }
}
