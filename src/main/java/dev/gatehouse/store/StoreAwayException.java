package dev.gatehouse.store;

/**
 * The document store could not be asked, or can't write at the moment: nothing was done, and the
 * same may work a little later. Answered as 503.
 */
public final class StoreAwayException extends DocumentStoreException {
  private static final long serialVersionUID = 1;

  public StoreAwayException(String message) {
    super(message);
  }

  public StoreAwayException(String message, Throwable cause) {
    super(message, cause);
  }
}
