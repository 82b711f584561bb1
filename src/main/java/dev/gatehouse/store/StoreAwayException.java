package dev.gatehouse.store;

/**
 * Thrown if the document store is unreachable or cannot write at the moment. Nothing was changed,
 * and a retry may succeed. Answered with 503.
 */
public final class StoreAwayException extends DocumentStoreException {
  public StoreAwayException(String message) {
    super(message);
  }

  public StoreAwayException(String message, Throwable cause) {
    super(message, cause);
  }
}
