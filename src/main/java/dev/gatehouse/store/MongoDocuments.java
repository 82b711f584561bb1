package dev.gatehouse.store;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.BulkOperation;
import io.vertx.ext.mongo.FindOptions;
import io.vertx.ext.mongo.IndexOptions;
import io.vertx.ext.mongo.MongoClient;
import io.vertx.ext.mongo.MongoClientDeleteResult;
import io.vertx.ext.mongo.UpdateOptions;
import java.util.List;
import java.util.Optional;

/** Documents on a server that speaks MongoDB's protocol. */
public final class MongoDocuments implements DocumentCommands {
  private final MongoClient mongo;

  public MongoDocuments(MongoClient mongo) {
    this.mongo = mongo;
  }

  @Override
  public void insert(String collection, List<JsonObject> documents) {
    if (documents.size() == 1) {
      await(mongo.insert(collection, documents.getFirst()));
      return;
    }
    await(
        mongo.bulkWrite(collection, documents.stream().map(BulkOperation::createInsert).toList()));
  }

  @Override
  public void replace(String collection, JsonObject document) {
    JsonObject byId = new JsonObject().put("_id", document.getValue("_id"));
    var options = new UpdateOptions().setUpsert(true);
    await(mongo.replaceDocumentsWithOptions(collection, byId, document, options));
  }

  @Override
  public Optional<JsonObject> findOne(String collection, JsonObject query) {
    return Optional.ofNullable(await(mongo.findOne(collection, query, null)));
  }

  @Override
  public List<JsonObject> find(
      String collection, JsonObject query, JsonObject sort, int skip, int limit) {
    var options = new FindOptions().setSort(sort).setSkip(skip).setLimit(limit);
    return await(mongo.findWithOptions(collection, query, options));
  }

  @Override
  public long count(String collection, JsonObject query) {
    return await(mongo.count(collection, query));
  }

  @Override
  public Optional<JsonObject> update(
      String collection, JsonObject query, JsonObject update, boolean upsert) {
    var options = new UpdateOptions().setUpsert(upsert).setReturningNewDocument(true);
    return Optional.ofNullable(
        await(
            mongo.findOneAndUpdateWithOptions(
                collection, query, update, new FindOptions(), options)));
  }

  @Override
  public long updateAll(String collection, JsonObject query, JsonObject update) {
    var options = new UpdateOptions().setMulti(true);
    return await(mongo.updateCollectionWithOptions(collection, query, update, options))
        .getDocMatched();
  }

  @Override
  public Optional<JsonObject> remove(String collection, JsonObject query) {
    return Optional.ofNullable(await(mongo.findOneAndDelete(collection, query)));
  }

  @Override
  public long removeAll(String collection, JsonObject query) {
    MongoClientDeleteResult result = await(mongo.removeDocuments(collection, query));
    return result == null ? 0 : result.getRemovedCount();
  }

  @Override
  public void index(String collection, JsonObject keys, IndexOptions options) {
    await(mongo.createIndexWithOptions(collection, keys, options));
  }

  @Override
  public List<String> collections() {
    return await(mongo.getCollections());
  }

  @Override
  public void ping() {
    mongo.runCommand("ping", new JsonObject().put("ping", 1)).await();
  }

  private static <R> R await(Future<R> future) {
    try {
      return future.await();
    } catch (RuntimeException e) {
      throw DuplicateKeyException.recognise(e);
    }
  }
}
