package dev.gatehouse.store;

/** The disk under the document store has no room: nothing was done. Answered as 507. */
public final class StoreFullException extends DocumentStoreException {
  private static final long serialVersionUID = 1;

  public StoreFullException(String message) {
    super(message);
  }
}
