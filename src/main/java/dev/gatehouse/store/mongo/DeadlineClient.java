package dev.gatehouse.store.mongo;

import com.mongodb.MongoClientSettings;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.reactivestreams.client.FindPublisher;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.gatehouse.time.Extremes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.BulkOperation;
import io.vertx.ext.mongo.FindOptions;
import io.vertx.ext.mongo.MongoClientBulkWriteResult;
import io.vertx.ext.mongo.MongoClientDeleteResult;
import io.vertx.ext.mongo.MongoClientUpdateResult;
import io.vertx.ext.mongo.UpdateOptions;
import io.vertx.ext.mongo.impl.JsonObjectBsonAdapter;
import io.vertx.ext.mongo.impl.MongoClientImpl;
import io.vertx.ext.mongo.impl.config.MongoClientOptionsParser;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.bson.conversions.Bson;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Mongo client whose commands carry the time that their caller waits (maxTimeMS), so that a server
 * stops working for a caller that has gone. The client of Vert.x can send this time with a few
 * commands only, so the commands of {@link MongoDocuments} use the driver here, with the options
 * that it needs.
 *
 * <p>An index is created without this time, because that may take longer than a caller waits.
 */
public final class DeadlineClient extends MongoClientImpl {
  /**
   * Minimum time of a command. A caller whose deadline passes still cleans up, for example releases
   * what it has reserved.
   */
  static final Duration LEAST = Duration.ofMillis(500);

  private static final AtomicLong CLIENTS = new AtomicLong();

  private final String database;
  private final Supplier<Optional<Duration>> remaining;

  /**
   * @param config settings, with the names of Vert.x's client
   * @param remaining time that the caller on this thread waits; empty without a limit
   */
  public DeadlineClient(Vertx vertx, JsonObject config, Supplier<Optional<Duration>> remaining) {
    this(vertx, config, new MongoClientOptionsParser(vertx, config).settings(), remaining);
  }

  /**
   * @param settings of the driver
   */
  public DeadlineClient(
      Vertx vertx,
      JsonObject config,
      MongoClientSettings settings,
      Supplier<Optional<Duration>> remaining) {
    // Clients with one name would share their connections and settings.
    super(vertx, config, "gatehouse-" + CLIENTS.incrementAndGet(), settings);
    this.database = new MongoClientOptionsParser(vertx, config).database();
    this.remaining = remaining;
  }

  private MongoCollection<JsonObject> collection(String name) {
    MongoCollection<JsonObject> all =
        mongo.getDatabase(database).getCollection(name, JsonObject.class);
    return remaining
        .get()
        .map(time -> Extremes.max(time, LEAST))
        .map(time -> all.withTimeout(time.toMillis(), TimeUnit.MILLISECONDS))
        .orElse(all);
  }

  private static Bson bson(JsonObject json) {
    return new JsonObjectBsonAdapter(json);
  }

  private static <R> Future<R> first(Publisher<R> reply) {
    return Future.fromCompletionStage(Mono.from(reply).toFuture());
  }

  @Override
  public Future<String> insert(String collection, JsonObject document) {
    return first(collection(collection).insertOne(document)).map(document.getString("_id"));
  }

  @Override
  public Future<MongoClientBulkWriteResult> bulkWrite(
      String collection, List<BulkOperation> operations) {
    var inserts =
        operations.stream().map(insert -> new InsertOneModel<>(insert.getDocument())).toList();
    return first(collection(collection).bulkWrite(inserts))
        .map(written ->
            new MongoClientBulkWriteResult(written.getInsertedCount(), 0, 0, 0, null, null));
  }

  @Override
  public Future<MongoClientUpdateResult> replaceDocumentsWithOptions(
      String collection, JsonObject query, JsonObject document, UpdateOptions options) {
    var upsert = new ReplaceOptions().upsert(options.isUpsert());
    return first(collection(collection).replaceOne(bson(query), document, upsert))
        .map(found ->
            new MongoClientUpdateResult(found.getMatchedCount(), null, found.getModifiedCount()));
  }

  @Override
  public Future<JsonObject> findOne(String collection, JsonObject query, JsonObject fields) {
    return first(collection(collection).find(bson(query)).first());
  }

  @Override
  public Future<List<JsonObject>> findWithOptions(
      String collection, JsonObject query, FindOptions options) {
    FindPublisher<JsonObject> found =
        collection(collection)
            .find(bson(query))
            .sort(bson(options.getSort()))
            .skip(options.getSkip())
            .limit(options.getLimit());
    return first(Flux.from(found).collectList());
  }

  @Override
  public Future<Long> count(String collection, JsonObject query) {
    return first(collection(collection).countDocuments(bson(query)));
  }

  @Override
  public Future<JsonObject> findOneAndUpdateWithOptions(
      String collection,
      JsonObject query,
      JsonObject update,
      FindOptions found,
      UpdateOptions options) {
    var after =
        new FindOneAndUpdateOptions()
            .upsert(options.isUpsert())
            .returnDocument(
                options.isReturningNewDocument() ? ReturnDocument.AFTER : ReturnDocument.BEFORE);
    return first(collection(collection).findOneAndUpdate(bson(query), bson(update), after));
  }

  @Override
  public Future<MongoClientUpdateResult> updateCollectionWithOptions(
      String collection, JsonObject query, JsonObject update, UpdateOptions options) {
    if (!options.isMulti()) {
      return super.updateCollectionWithOptions(collection, query, update, options);
    }
    return first(collection(collection).updateMany(bson(query), bson(update)))
        .map(found ->
            new MongoClientUpdateResult(found.getMatchedCount(), null, found.getModifiedCount()));
  }

  @Override
  public Future<JsonObject> findOneAndDelete(String collection, JsonObject query) {
    return first(collection(collection).findOneAndDelete(bson(query)));
  }

  @Override
  public Future<MongoClientDeleteResult> removeDocuments(String collection, JsonObject query) {
    return first(collection(collection).deleteMany(bson(query)))
        .map(removed -> new MongoClientDeleteResult(removed.getDeletedCount()));
  }
}
