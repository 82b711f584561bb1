package dev.gatehouse.store;

/**
 * Thrown if the outcome of a change is unknown: the change may already be stored, or may become
 * visible a little later. Callers never roll back. They read the state again, repeat an idempotent
 * change, or leave it to a sweep.
 */
public final class UnknownOutcomeException extends RuntimeException {
  public UnknownOutcomeException(String message) {
    super(message);
  }

  public UnknownOutcomeException(String message, Throwable cause) {
    super(message, cause);
  }
}
