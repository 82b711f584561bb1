package dev.gatehouse.store.mongo;

import module java.base;

import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoSocketException;
import dev.gatehouse.store.StoreAwayException;
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
    return run(command, MongoFailures::ofRead);
  }

  /** Runs a command that changes documents. */
  <R> R write(Supplier<Future<R>> command) {
    return run(command, MongoFailures::ofWrite);
  }

  private <R> R run(Supplier<Future<R>> command, Function<Throwable, RuntimeException> meaning) {
    reachability.require();
    try {
      return tried(command);
    } catch (Exception problem) {
      // Includes checked exceptions: await() throws the command's failure unchanged.
      RuntimeException failure = meaning.apply(problem);
      if (MongoFailures.noServer(problem) && !MongoFailures.noConnection(problem)) {
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
}
