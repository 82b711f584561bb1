package dev.gatehouse.store;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;

/** A unique index says that there is such a document already. */
public final class DuplicateKeyException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int CODE = 11000;

  private DuplicateKeyException(Throwable cause) {
    super("a document with this key exists", cause);
  }

  /** The exception of an embedded store, whose words say which key it is. */
  public DuplicateKeyException(String message) {
    super(message);
  }

  /** The problem, or this exception where it is one of the four shapes of a duplicate key. */
  static RuntimeException recognise(RuntimeException problem) {
    Throwable cause = problem;
    while (cause != null && !(cause instanceof MongoException)) {
      cause = cause.getCause();
    }
    boolean duplicate =
        cause instanceof MongoBulkWriteException bulk
            ? bulk.getWriteErrors().stream().anyMatch(error -> error.getCode() == CODE)
            : cause instanceof MongoException other && other.getCode() == CODE;
    return duplicate ? new DuplicateKeyException(problem) : problem;
  }
}
