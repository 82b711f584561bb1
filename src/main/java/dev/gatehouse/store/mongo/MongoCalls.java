package dev.gatehouse.store.mongo;

import module java.base;

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
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;

/**
 * Commands to a server, each with a timeout. After a command without a reply, the server is checked
 * on another connection. While it is unreachable, commands fail at once.
 */
final class MongoCalls implements AutoCloseable {
  /** Divisor of the command timeout. After this fraction without a reply, the server is checked. */
  private static final int DOUBT = 4;

  /**
   * Divisor of the command timeout that limits a server check. A command to a silent server
   * therefore fails after half its timeout.
   */
  static final int PROBE = 4;

  /** Milliseconds between two looks of a waiting command at the result of the server check. */
  private static final int LOOK = 250;

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

  private final MongoClient mongo;
  private final MongoClient signClient;
  private final long millis;
  private final Reachability reachability;

  MongoCalls(MongoClient mongo, MongoClient signClient, Duration timeout) {
    this.mongo = mongo;
    this.signClient = signClient;
    this.millis = timeout.toMillis();
    this.reachability = new Reachability("the document store", this::answers);
  }

  /** Checks the server, or throws if it does not answer. */
  void ping() {
    read(this::sign);
  }

  /** Runs a command of the database on a connection for server checks. */
  JsonObject ask(String name, JsonObject command) {
    return read(() -> signClient.runCommand(name, command));
  }

  /**
   * Pings the server. While commands are rejected, it uses their connections, which are free then
   * and must be known to work.
   */
  private Future<JsonObject> sign() {
    MongoClient client = reachability.isAway() ? mongo : signClient;
    return client.runCommand("ping", new JsonObject().put("ping", 1));
  }

  private boolean answers() {
    try {
      asked();
      return true;
    } catch (Exception silence) {
      return false;
    }
  }

  /**
   * Pings the server, and repeats it on another connection if one turns out to be broken. A broken
   * connection does not prove that the server is unreachable.
   */
  private void asked() throws TimeoutException {
    try {
      sign().await(millis / PROBE, TimeUnit.MILLISECONDS);
    } catch (MongoSocketException | MongoConnectionPoolClearedException broken) {
      sign().await(millis / PROBE, TimeUnit.MILLISECONDS);
    }
  }

  /** Runs a command that changes nothing. */
  <R> R read(Supplier<Future<R>> command) {
    return run(command, MongoCalls::ofRead);
  }

  /** Runs a command that changes documents. */
  <R> R write(Supplier<Future<R>> command) {
    return run(command, MongoCalls::ofWrite);
  }

  private <R> R run(Supplier<Future<R>> command, Function<Throwable, RuntimeException> meaning) {
    reachability.require();
    try {
      return tried(command);
    } catch (Exception problem) {
      // Includes checked exceptions: await() throws the command's failure unchanged.
      RuntimeException failure = meaning.apply(problem);
      if (noServer(problem) && !noConnection(problem)) {
        reachability.lost(problem.getMessage());
      } else if (failure instanceof StoreAwayException
          || failure instanceof UnknownOutcomeException) {
        // The cause may also be that all connections are in use.
        reachability.suspect();
      }
      throw failure;
    }
  }

  /**
   * Repeats a command once if the driver had just closed its connections because one of them broke.
   */
  private <R> R tried(Supplier<Future<R>> command) throws TimeoutException {
    try {
      return await(command.get());
    } catch (MongoConnectionPoolClearedException notSent) {
      return await(command.get());
    }
  }

  private <R> R await(Future<R> reply) throws TimeoutException {
    try {
      return reply.await(millis / DOUBT, TimeUnit.MILLISECONDS);
    } catch (TimeoutException silence) {
      reachability.suspect();
      return unlessSilent(reply, millis - millis / DOUBT);
    }
  }

  /** Waits for the rest of a command's timeout, or until a server check has failed. */
  private <R> R unlessSilent(Future<R> reply, long rest) throws TimeoutException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(rest);
    while (true) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      try {
        return reply.await(Math.clamp(left, 1, LOOK), TimeUnit.MILLISECONDS);
      } catch (TimeoutException silence) {
        if (reachability.isSilent() || left <= LOOK) {
          throw silence;
        }
      }
    }
  }

  /** Stops checking an unreachable server. */
  @Override
  public void close() {
    reachability.close();
  }

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
