package dev.gatehouse.store;

/** The embedded document store could not do what was asked. */
public final class DocumentStoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DocumentStoreException(String message) {
    super(message);
  }
}
