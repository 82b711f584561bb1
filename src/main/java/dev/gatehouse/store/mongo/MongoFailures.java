package dev.gatehouse.store.mongo;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerUnavailableException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteException;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.StoreFullException;
import dev.gatehouse.store.UnknownOutcomeException;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * Classifies failures of MongoDB's driver by their meaning for a command. A write has certainly
 * failed only if it was never sent, or if the server rejected it. In all other cases the outcome is
 * unknown.
 */
final class MongoFailures {
  /** Error code for a full disk. */
  private static final int OUT_OF_DISK_SPACE = 14031;

  /** Error code for a file that cannot be written. */
  private static final int FILE_STREAM_FAILED = 39;

  /**
   * Errors that may follow the change: it was interrupted (50, 91, 262, 11600 to 11602), or its
   * durability is unknown (64, 79, 100).
   */
  private static final Set<Integer> UNCERTAIN =
      Set.of(50, 64, 79, 91, 100, 262, 11600, 11601, 11602);

  private MongoFailures() {}

  static RuntimeException ofRead(Throwable problem) {
    MongoException cause = cause(problem);
    boolean away =
        neverSent(cause)
            || problem instanceof TimeoutException
            || problem instanceof InterruptedException
            || cause instanceof MongoTimeoutException
            || cause instanceof MongoExecutionTimeoutException
            || cause instanceof MongoSocketException
            || cause instanceof MongoNotPrimaryException
            || cause instanceof MongoNodeIsRecoveringException;
    if (away) {
      return new StoreAwayException("the document store does not answer: " + problem, problem);
    }
    if (problem instanceof RuntimeException own) {
      return own;
    }
    return new DocumentStoreException(problem.toString(), problem);
  }

  static RuntimeException ofWrite(Throwable problem) {
    MongoException cause = cause(problem);
    if (DuplicateKeyException.is(cause)) {
      return new DuplicateKeyException(problem);
    }
    if (neverSent(cause)) {
      return new StoreAwayException("the document store is unavailable: " + problem, problem);
    }
    if (problem instanceof IllegalArgumentException || refused(cause)) {
      return refusal(cause, (RuntimeException) problem);
    }
    return new UnknownOutcomeException(
        "the document store did not confirm a write: " + problem, problem);
  }

  private static RuntimeException refusal(MongoException cause, RuntimeException problem) {
    return switch (code(cause)) {
      case OUT_OF_DISK_SPACE -> new StoreFullException(problem.getMessage());
      case FILE_STREAM_FAILED -> new StoreAwayException(problem.getMessage(), problem);
      default -> problem;
    };
  }

  /** Returns whether a failure means that no server was available. */
  static boolean noServer(Throwable problem) {
    MongoException cause = cause(problem);
    return (cause instanceof MongoTimeoutException
            && !(cause instanceof MongoOperationTimeoutException))
        || cause instanceof MongoSocketOpenException;
  }

  /**
   * Returns whether all connections were in use, which the driver reports without a separate class.
   */
  static boolean noConnection(Throwable problem) {
    MongoException cause = cause(problem);
    return cause instanceof MongoTimeoutException
        && String.valueOf(cause.getMessage()).contains("waiting for a connection");
  }

  private static boolean neverSent(MongoException cause) {
    return noServer(cause)
        || cause instanceof MongoSecurityException
        || cause instanceof MongoServerUnavailableException
        || cause instanceof MongoConnectionPoolClearedException;
  }

  /**
   * Returns whether the server has rejected the change. "Not primary" does not count, because the
   * driver may already have sent the change to an earlier primary.
   */
  private static boolean refused(MongoException cause) {
    return switch (cause) {
      case null -> false;
      case MongoNotPrimaryException moved -> false;
      case MongoNodeIsRecoveringException moved -> false;
      case MongoCommandException command -> !UNCERTAIN.contains(command.getCode());
      case MongoWriteException write -> true;
      case MongoBulkWriteException bulk ->
          bulk.getWriteConcernError() == null && !bulk.getWriteErrors().isEmpty();
      default -> false;
    };
  }

  private static int code(MongoException cause) {
    return switch (cause) {
      case null -> 0;
      case MongoBulkWriteException bulk -> bulk.getWriteErrors().getFirst().getCode();
      default -> cause.getCode();
    };
  }

  private static MongoException cause(Throwable problem) {
    Throwable cause = problem;
    while (cause != null && !(cause instanceof MongoException)) {
      cause = cause.getCause();
    }
    return (MongoException) cause;
  }
}
