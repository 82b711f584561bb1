package dev.gatehouse.store.mongo;

import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoSocketException;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.UnknownOutcomeException;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.BulkOperation;
import io.vertx.ext.mongo.FindOptions;
import io.vertx.ext.mongo.IndexOptions;
import io.vertx.ext.mongo.MongoClient;
import io.vertx.ext.mongo.MongoClientDeleteResult;
import io.vertx.ext.mongo.UpdateOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Documents on a server with MongoDB's protocol. No command exceeds its timeout. While the server
 * is unreachable, commands fail immediately.
 */
public final class MongoDocuments implements DocumentCommands {
  /** Divisor of the command timeout. After this fraction without a reply, the server is checked. */
  private static final int DOUBT = 4;

  /**
   * Divisor of the command timeout that limits a server check. A command to a silent server
   * therefore fails after half its timeout.
   */
  private static final int PROBE = 4;

  /** Milliseconds between two looks of a waiting command at the result of the server check. */
  private static final int LOOK = 250;

  /** Maximum number of command timeouts that creating an index may take. */
  private static final int INDEX_TURNS = 100;

  /**
   * Milliseconds after which a server with a broken connection is checked again. All commands wait
   * for this check, and the driver's default of 500 ms is longer than most commands take.
   */
  private static final int SECOND_LOOK = 50;

  /** Connections for server checks: one that is late, and one for the next check. */
  private static final int SIGNS = 2;

  /** Milliseconds after which an unused connection may be dead. */
  private static final int IDLE = 60_000;

  private final MongoClient mongo;
  private final MongoClient signs;
  private final long millis;
  private final Reachability server;

  /**
   * @param signs client for server checks, because slow commands may occupy all connections of the
   *     other client
   * @param timeout timeout of a command
   */
  public MongoDocuments(MongoClient mongo, MongoClient signs, Duration timeout) {
    this.mongo = mongo;
    this.signs = signs;
    this.millis = timeout.toMillis();
    this.server = new Reachability("the document store", this::answers);
  }

  /**
   * Returns settings for a client whose connections have the timeouts of commands.
   *
   * @param selectionTimeout maximum time that a command waits for an available server
   * @param timeout timeout of a command after that
   */
  public static JsonObject times(Duration selectionTimeout, Duration timeout) {
    return new JsonObject()
        .put("serverSelectionTimeoutMS", selectionTimeout.toMillis())
        .put("waitQueueTimeoutMS", selectionTimeout.toMillis())
        .put("minHeartbeatFrequencyMS", SECOND_LOOK)
        .put("connectTimeoutMS", Math.toIntExact(timeout.toMillis()))
        .put("socketTimeoutMS", Math.toIntExact(timeout.toMillis()));
  }

  /**
   * Returns settings for the client that checks the server.
   *
   * @param selectionTimeout maximum time that a command of the other client waits for the server
   * @param timeout timeout of a command
   */
  public static JsonObject timesOfSigns(Duration selectionTimeout, Duration timeout) {
    return times(selectionTimeout, timeout)
        .put("socketTimeoutMS", Math.toIntExact(timeout.toMillis() / PROBE))
        // Connection options of the URL apply to the client for commands only.
        .put("minPoolSize", 0)
        .put("maxPoolSize", SIGNS)
        .put("maxIdleTimeMS", IDLE);
  }

  @Override
  public void insert(String collection, List<JsonObject> documents) {
    if (documents.size() == 1) {
      write(() -> mongo.insert(collection, documents.getFirst()));
      return;
    }
    write(() ->
        mongo.bulkWrite(collection, documents.stream().map(BulkOperation::createInsert).toList()));
  }

  @Override
  public void replace(String collection, JsonObject document) {
    JsonObject byId = new JsonObject().put("_id", document.getValue("_id"));
    var options = new UpdateOptions().setUpsert(true);
    write(() -> mongo.replaceDocumentsWithOptions(collection, byId, document, options));
  }

  @Override
  public Optional<JsonObject> findOne(String collection, JsonObject query) {
    return Optional.ofNullable(read(() -> mongo.findOne(collection, query, null)));
  }

  @Override
  public List<JsonObject> find(
      String collection, JsonObject query, JsonObject sort, int skip, int limit) {
    var options = new FindOptions().setSort(sort).setSkip(skip).setLimit(limit);
    return read(() -> mongo.findWithOptions(collection, query, options));
  }

  @Override
  public long count(String collection, JsonObject query) {
    return read(() -> mongo.count(collection, query));
  }

  @Override
  public Optional<JsonObject> update(
      String collection, JsonObject query, JsonObject update, boolean upsert) {
    var options = new UpdateOptions().setUpsert(upsert).setReturningNewDocument(true);
    return Optional.ofNullable(
        write(() ->
            mongo.findOneAndUpdateWithOptions(
                collection, query, update, new FindOptions(), options)));
  }

  @Override
  public long updateAll(String collection, JsonObject query, JsonObject update) {
    var options = new UpdateOptions().setMulti(true);
    return write(() -> mongo.updateCollectionWithOptions(collection, query, update, options))
        .getDocMatched();
  }

  @Override
  public Optional<JsonObject> remove(String collection, JsonObject query) {
    return Optional.ofNullable(write(() -> mongo.findOneAndDelete(collection, query)));
  }

  @Override
  public long removeAll(String collection, JsonObject query) {
    MongoClientDeleteResult result = write(() -> mongo.removeDocuments(collection, query));
    return result == null ? 0 : result.getRemovedCount();
  }

  /**
   * Creates an index. This may take long for many documents, and repeating the command continues to
   * wait for the index.
   */
  @Override
  public void index(String collection, JsonObject keys, IndexOptions options) {
    for (int turn = 1; ; turn++) {
      try {
        write(() -> mongo.createIndexWithOptions(collection, keys, options));
        return;
      } catch (UnknownOutcomeException unfinished) {
        if (turn == INDEX_TURNS) {
          throw unfinished;
        }
      } catch (StoreAwayException busy) {
        // The server may be busy with this index.
        if (turn == 1 || turn == INDEX_TURNS) {
          throw busy;
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(1_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public List<String> collections() {
    return read(mongo::getCollections);
  }

  @Override
  public void ping() {
    read(this::sign);
  }

  @Override
  public boolean areShared() {
    return true;
  }

  /** The command has this old name because all servers know it. */
  @Override
  public Optional<Instant> serverTime() {
    var command = new JsonObject().put("isMaster", 1);
    JsonObject reply = read(() -> signs.runCommand("isMaster", command));
    return reply.getValue("localTime") instanceof JsonObject time
        ? Optional.of(OffsetDateTime.parse(time.getString("$date")).toInstant())
        : Optional.empty();
  }

  /** Stops checking an unreachable server. */
  public void close() {
    server.close();
  }

  /**
   * Pings the server. While commands are rejected, it uses their connections, which are free then
   * and must be known to work.
   */
  private Future<JsonObject> sign() {
    MongoClient client = server.isAway() ? mongo : signs;
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

  private <R> R read(Supplier<Future<R>> command) {
    return run(command, MongoFailures::ofRead);
  }

  private <R> R write(Supplier<Future<R>> command) {
    return run(command, MongoFailures::ofWrite);
  }

  private <R> R run(Supplier<Future<R>> command, Function<Throwable, RuntimeException> meaning) {
    server.require();
    try {
      return tried(command);
    } catch (Exception problem) {
      // Includes checked exceptions: await() throws the command's failure unchanged.
      RuntimeException failure = meaning.apply(problem);
      if (MongoFailures.noServer(problem) && !MongoFailures.noConnection(problem)) {
        server.lost(problem.getMessage());
      } else if (failure instanceof StoreAwayException
          || failure instanceof UnknownOutcomeException) {
        // The cause may also be that all connections are in use.
        server.suspect();
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
      server.suspect();
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
        if (server.isSilent() || left <= LOOK) {
          throw silence;
        }
      }
    }
  }
}
