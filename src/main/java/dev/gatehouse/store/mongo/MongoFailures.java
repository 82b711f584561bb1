package dev.gatehouse.store.mongo;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
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
 * The failures of MongoDB's driver, told apart by what they mean for a command. Of a change only
 * those are definite that certainly came before it was sent, or that are the server's own refusal;
 * with anything else the change may have been made.
 */
final class MongoFailures {
  /** A server's word that its disk is full, ours and MongoDB's. */
  private static final int OUT_OF_DISK_SPACE = 14031;

  /** A server's word that its file can't be written. */
  private static final int FILE_STREAM_FAILED = 39;

  /**
   * Refusals that may come after the change: it was interrupted (50, 91, 262, 11600 to 11602), or
   * it is not known to be kept (64, 79, 100).
   */
  private static final Set<Integer> UNCERTAIN =
      Set.of(50, 64, 79, 91, 100, 262, 11600, 11601, 11602);

  private MongoFailures() {}

  /** The meaning of a problem with a command that changes nothing. */
  static RuntimeException ofRead(Throwable problem) {
    MongoException cause = cause(problem);
    boolean away =
        neverSent(cause)
            || problem instanceof TimeoutException
            || problem instanceof InterruptedException
            || cause instanceof MongoTimeoutException
            || cause instanceof MongoSocketException
            || cause instanceof MongoNotPrimaryException
            || cause instanceof MongoNodeIsRecoveringException;
    if (away) {
      return new StoreAwayException("the document store does not answer: " + problem, problem);
    }
    return problem instanceof RuntimeException own
        ? own
        : new DocumentStoreException(problem.toString(), problem);
  }

  /** The meaning of a problem with a command that changes something. */
  static RuntimeException ofWrite(Throwable problem) {
    MongoException cause = cause(problem);
    if (DuplicateKeyException.is(cause)) {
      return new DuplicateKeyException(problem);
    }
    if (neverSent(cause)) {
      return new StoreAwayException("the document store cannot be asked: " + problem, problem);
    }
    if (problem instanceof IllegalArgumentException || refused(cause)) {
      return refusal(cause, (RuntimeException) problem);
    }
    return new UnknownOutcomeException(
        "the document store did not confirm a change: " + problem, problem);
  }

  private static RuntimeException refusal(MongoException cause, RuntimeException problem) {
    return switch (code(cause)) {
      case OUT_OF_DISK_SPACE -> new StoreFullException(problem.getMessage());
      case FILE_STREAM_FAILED -> new StoreAwayException(problem.getMessage(), problem);
      default -> problem;
    };
  }

  /** Returns whether a failure says that there is no server to send anything to. */
  static boolean noServer(Throwable problem) {
    MongoException cause = cause(problem);
    return (cause instanceof MongoTimeoutException
            && !(cause instanceof MongoOperationTimeoutException))
        || cause instanceof MongoSocketOpenException;
  }

  /** Returns whether it says that all connections were in use; the driver has no class for that. */
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
   * Returns whether the server has refused the change. Not being the primary is no refusal: the
   * driver may have sent the change to one before it.
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
