package dev.gatehouse.store;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;

/** Thrown if a unique index already contains a document's key. */
public final class DuplicateKeyException extends RuntimeException {
  private static final int CODE = 11000;

  public DuplicateKeyException(Throwable cause) {
    super("a document with this key exists", cause);
  }

  /** Creates the exception for an embedded store, whose message names the key. */
  public DuplicateKeyException(String message) {
    super(message);
  }

  /** Returns whether an exception is one of the driver's forms of a duplicate key. */
  public static boolean is(MongoException problem) {
    if (problem instanceof MongoBulkWriteException bulk) {
      return bulk.getWriteErrors().stream().anyMatch(error -> error.getCode() == CODE);
    }
    return problem != null && problem.getCode() == CODE;
  }
}
