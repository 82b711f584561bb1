package dev.gatehouse.store;

/**
 * A change was sent to the document store, or was about to reach its disk, and nobody knows whether
 * it was made: it may be there now, or a little later. Whoever meets this undoes nothing, since the
 * change may stand: he looks again, or repeats what may be repeated, or leaves it to a sweep.
 */
public final class UnknownOutcomeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UnknownOutcomeException(String message) {
    super(message);
  }

  public UnknownOutcomeException(String message, Throwable cause) {
    super(message, cause);
  }
}
