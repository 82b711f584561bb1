package dev.gatehouse.store;

/** Thrown if the document store could not execute a command. Nothing was changed. */
public class DocumentStoreException extends RuntimeException {
  public DocumentStoreException(String message) {
    super(message);
  }

  public DocumentStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
