package dev.gatehouse.store;

/** The document store could not do what was asked, and nothing of it was done. */
public class DocumentStoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DocumentStoreException(String message) {
    super(message);
  }

  public DocumentStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
