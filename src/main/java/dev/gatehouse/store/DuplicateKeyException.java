package dev.gatehouse.store;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;

/** A unique index says that there is such a document already. */
public final class DuplicateKeyException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int CODE = 11000;

  public DuplicateKeyException(Throwable cause) {
    super("a document with this key exists", cause);
  }

  /** The exception of an embedded store, whose words say which key it is. */
  public DuplicateKeyException(String message) {
    super(message);
  }

  /** Returns whether a problem is one of the shapes that a duplicate key has. */
  public static boolean is(MongoException problem) {
    return problem instanceof MongoBulkWriteException bulk
        ? bulk.getWriteErrors().stream().anyMatch(error -> error.getCode() == CODE)
        : problem != null && problem.getCode() == CODE;
  }
}
