package dev.gatehouse.store.mongo;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.UnknownOutcomeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.BulkOperation;
import io.vertx.ext.mongo.FindOptions;
import io.vertx.ext.mongo.IndexOptions;
import io.vertx.ext.mongo.MongoClient;
import io.vertx.ext.mongo.MongoClientDeleteResult;
import io.vertx.ext.mongo.UpdateOptions;

/**
 * Documents on a server with MongoDB's protocol. No command exceeds its timeout. While the server
 * is unreachable, commands fail immediately.
 */
public final class MongoDocuments implements DocumentCommands {
  /** Maximum number of command timeouts that creating an index may take. */
  private static final int INDEX_TURNS = 100;

  private final MongoClient mongo;
  private final MongoClient client;
  private final MongoCalls calls;

  /**
   * @param client client for server checks, because slow commands may occupy all connections of the
   *     other client. It also creates indexes, so its commands must have no time limit on the
   *     server
   * @param timeout timeout of a command
   */
  public MongoDocuments(MongoClient mongo, MongoClient client, Duration timeout) {
    this.mongo = mongo;
    this.client = client;
    this.calls = new MongoCalls(mongo, client, timeout);
  }

  @Override
  public void insert(String collection, List<JsonObject> documents) {
    if (documents.size() == 1) {
      calls.write(() -> mongo.insert(collection, documents.getFirst()));
      return;
    }
    calls.write(() ->
        mongo.bulkWrite(collection, documents.stream().map(BulkOperation::createInsert).toList()));
  }

  @Override
  public void replace(String collection, JsonObject document) {
    JsonObject byId = new JsonObject().put("_id", document.getValue("_id"));
    var options = new UpdateOptions().setUpsert(true);
    calls.write(() -> mongo.replaceDocumentsWithOptions(collection, byId, document, options));
  }

  @Override
  public Optional<JsonObject> findOne(String collection, JsonObject query) {
    return Optional.ofNullable(calls.read(() -> mongo.findOne(collection, query, null)));
  }

  @Override
  public List<JsonObject> find(
      String collection, JsonObject query, JsonObject sort, int skip, int limit) {
    var options = new FindOptions().setSort(sort).setSkip(skip).setLimit(limit);
    return calls.read(() -> mongo.findWithOptions(collection, query, options));
  }

  @Override
  public long count(String collection, JsonObject query) {
    return calls.read(() -> mongo.count(collection, query));
  }

  @Override
  public Optional<JsonObject> update(
      String collection, JsonObject query, JsonObject update, boolean upsert) {
    var options = new UpdateOptions().setUpsert(upsert).setReturningNewDocument(true);
    return Optional.ofNullable(
        calls.write(() ->
            mongo.findOneAndUpdateWithOptions(
                collection, query, update, new FindOptions(), options)));
  }

  @Override
  public long updateAll(String collection, JsonObject query, JsonObject update) {
    var options = new UpdateOptions().setMulti(true);
    return calls
        .write(() -> mongo.updateCollectionWithOptions(collection, query, update, options))
        .getDocMatched();
  }

  @Override
  public Optional<JsonObject> remove(String collection, JsonObject query) {
    return Optional.ofNullable(calls.write(() -> mongo.findOneAndDelete(collection, query)));
  }

  @Override
  public long removeAll(String collection, JsonObject query) {
    MongoClientDeleteResult result = calls.write(() -> mongo.removeDocuments(collection, query));
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
        calls.write(() -> client.createIndexWithOptions(collection, keys, options));
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
    return calls.read(mongo::getCollections);
  }

  @Override
  public void ping() {
    calls.ping();
  }

  @Override
  public boolean areShared() {
    return true;
  }

  /** The command has this old name because all servers know it. */
  @Override
  public Optional<Instant> serverTime() {
    var command = new JsonObject().put("isMaster", 1);
    JsonObject reply = calls.ask("isMaster", command);
    if (!(reply.getValue("localTime") instanceof JsonObject time)) {
      return Optional.empty();
    }
    return Optional.of(OffsetDateTime.parse(time.getString("$date")).toInstant());
  }

  /** Stops checking an unreachable server. */
  public void close() {
    calls.close();
  }
}
