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

/**
 * One collection of records. The methods block: call them on an area's virtual thread. Queries and
 * updates are made of our own words and scalars, never of a caller's JSON; a time in them is
 * written by {@link Bson#time}.
 *
 * @param <T> the record type
 */
public final class DocumentCollection<T extends Record> {
  private final MongoClient mongo;
  private final String name;
  private final Class<T> type;

  DocumentCollection(MongoClient mongo, String name, Class<T> type) {
    this.mongo = mongo;
    this.name = name;
    this.type = type;
  }

  /** Stores a new record. */
  public void insert(T record) throws DuplicateKeyException {
    await(mongo.insert(name, Bson.document(record)));
  }

  /** Stores new records, all or those before the first that cannot be stored. */
  public void insert(List<T> records) throws DuplicateKeyException {
    await(
        mongo.bulkWrite(
            name,
            records.stream()
                .map(record -> BulkOperation.createInsert(Bson.document(record)))
                .toList()));
  }

  /** Stores a record in the place of the one with its id, if there is one. */
  public void save(T record, String id) throws DuplicateKeyException {
    var options = new UpdateOptions().setUpsert(true);
    await(
        mongo.replaceDocumentsWithOptions(
            name, new JsonObject().put("_id", id), Bson.document(record), options));
  }

  public Optional<T> find(String id) {
    return findOne(new JsonObject().put("_id", id));
  }

  public Optional<T> findOne(JsonObject query) {
    return Optional.ofNullable(mongo.findOne(name, query, null).await()).map(this::record);
  }

  /**
   * One page of what matches.
   *
   * @param limit at most so many, 0 for all
   */
  public List<T> find(JsonObject query, JsonObject sort, int skip, int limit) {
    var options = new FindOptions().setSort(sort).setSkip(skip).setLimit(limit);
    return mongo.findWithOptions(name, query, options).await().stream().map(this::record).toList();
  }

  public long count(JsonObject query) {
    return mongo.count(name, query).await();
  }

  /** Changes one document atomically and returns it as it is then; empty if none matched. */
  public Optional<T> update(JsonObject query, JsonObject update) {
    return change(query, update, false);
  }

  /**
   * Changes one document atomically, or makes one of the query's equalities and the update.
   *
   * @throws DuplicateKeyException when the query excludes the document that has its key
   */
  public T upsert(JsonObject query, JsonObject update) throws DuplicateKeyException {
    return change(query, update, true).orElseThrow();
  }

  /** Changes all that match and says how many they were. */
  public long updateAll(JsonObject query, JsonObject update) {
    var options = new UpdateOptions().setMulti(true);
    return await(mongo.updateCollectionWithOptions(name, query, update, options)).getDocMatched();
  }

  /** Removes one document atomically and returns what it was; of two callers one gets it. */
  public Optional<T> take(JsonObject query) {
    return Optional.ofNullable(await(mongo.findOneAndDelete(name, query))).map(this::record);
  }

  /** Removes all that match and says how many they were. */
  public long delete(JsonObject query) {
    MongoClientDeleteResult result = await(mongo.removeDocuments(name, query));
    return result == null ? 0 : result.getRemovedCount();
  }

  /** Makes an index unless it exists. */
  public void index(JsonObject keys, IndexOptions options) {
    await(mongo.createIndexWithOptions(name, keys, options));
  }

  private Optional<T> change(JsonObject query, JsonObject update, boolean upsert) {
    var options = new UpdateOptions().setUpsert(upsert).setReturningNewDocument(true);
    return Optional.ofNullable(
            await(
                mongo.findOneAndUpdateWithOptions(name, query, update, new FindOptions(), options)))
        .map(this::record);
  }

  private T record(JsonObject document) {
    return Bson.record(document, type);
  }

  private static <R> R await(Future<R> future) {
    try {
      return future.await();
    } catch (RuntimeException e) {
      throw DuplicateKeyException.recognise(e);
    }
  }
}
