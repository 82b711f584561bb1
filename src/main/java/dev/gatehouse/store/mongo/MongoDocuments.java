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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Documents on a server that speaks MongoDB's protocol. No command takes longer than its time;
 * while the server is away, none is tried.
 */
public final class MongoDocuments implements DocumentCommands {
  /** Part of a command's time after which the server is asked for a sign of life. */
  private static final int DOUBT = 4;

  /** Part of a command's time within which that must come: whoever waits gives up after half. */
  private static final int PROBE = 4;

  /** Milliseconds after which one who waits looks whether that has come. */
  private static final int LOOK = 250;

  /** Times that a command's time may pass while an index is made. */
  private static final int INDEX_TURNS = 100;

  /**
   * Milliseconds after which a server is asked again whose connection broke. All commands wait for
   * that; the driver's own half second is more than most of them take.
   */
  private static final int SECOND_LOOK = 50;

  /** A sign of life that is late, and the next one. */
  private static final int SIGNS = 2;

  /** Milliseconds after which a connection that was not used might be a dead one. */
  private static final int IDLE = 60_000;

  private final MongoClient mongo;
  private final MongoClient signs;
  private final long millis;
  private final Reachability server;

  /**
   * @param signs a client that is asked for signs of life: slow commands may hold all connections
   *     of the other
   * @param timeout that a command may take
   */
  public MongoDocuments(MongoClient mongo, MongoClient signs, Duration timeout) {
    this.mongo = mongo;
    this.signs = signs;
    this.millis = timeout.toMillis();
    this.server = new Reachability("the document store", this::answers);
  }

  /**
   * The settings of a client whose connections give up as commands do.
   *
   * @param selectionTimeout how long a command waits for the server to be there
   * @param timeout that a command may take from then on
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
   * The settings of a client that is asked for signs of life.
   *
   * @param selectionTimeout how long a command of the other one waits for the server
   * @param timeout that it may take
   */
  public static JsonObject timesOfSigns(Duration selectionTimeout, Duration timeout) {
    return times(selectionTimeout, timeout)
        .put("socketTimeoutMS", Math.toIntExact(timeout.toMillis() / PROBE))
        // Whatever the address says of connections is meant for commands.
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

  /** An index of many documents takes its time: whoever asks for it again waits on. */
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
        // Perhaps with this index.
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

  /** Tries no more for a server that is away. */
  public void close() {
    server.close();
  }

  /** By the connections of commands once these are refused: they are free, and to work again. */
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

  /** A connection that turns out to be broken says nothing of the server: then by another. */
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
      // Checked ones, too: await() throws whatever the command failed with.
      RuntimeException failure = meaning.apply(problem);
      if (MongoFailures.noServer(problem) && !MongoFailures.noConnection(problem)) {
        server.lost(problem.getMessage());
      } else if (failure instanceof StoreAwayException
          || failure instanceof UnknownOutcomeException) {
        // Or all connections are in use.
        server.suspect();
      }
      throw failure;
    }
  }

  /** Once more where the driver had just closed its connections since one of them broke. */
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

  /** Waits for the rest of a command's time, or until the server has given no sign of life. */
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
