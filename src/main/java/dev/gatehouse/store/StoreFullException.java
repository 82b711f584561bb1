package dev.gatehouse.store;

/** Thrown if the document store's disk is full. Nothing was changed. Answered with 507. */
public final class StoreFullException extends DocumentStoreException {
  public StoreFullException(String message) {
    super(message);
  }
}
