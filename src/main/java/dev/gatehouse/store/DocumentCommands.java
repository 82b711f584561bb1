package dev.gatehouse.store;

import module java.base;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;

/**
 * Document commands that collections use, for any storage. They block, so call them on a virtual
 * thread. Times, decimals and bytes are represented in JSON like in the Mongo client.
 *
 * <p>A command that fails with a {@link DocumentStoreException} has changed nothing. A write that
 * fails with an {@link UnknownOutcomeException} may have been executed.
 */
public interface DocumentCommands {
  /**
   * Stores documents. On an error, only those before the failing document are stored.
   *
   * @throws DuplicateKeyException if a unique index caused the error
   */
  void insert(String collection, List<JsonObject> documents);

  /** Stores a document, replacing the one with its id if it exists. */
  void replace(String collection, JsonObject document);

  Optional<JsonObject> findOne(String collection, JsonObject query);

  /**
   * Returns a page of the matching documents.
   *
   * @param limit maximum number of documents, 0 for all
   */
  List<JsonObject> find(String collection, JsonObject query, JsonObject sort, int skip, int limit);

  long count(String collection, JsonObject query);

  /**
   * Updates one document atomically and returns the updated version.
   *
   * @param upsert whether to insert a document if none matches
   */
  Optional<JsonObject> update(
      String collection, JsonObject query, JsonObject update, boolean upsert);

  /** Updates all matching documents and returns their number. */
  long updateAll(String collection, JsonObject query, JsonObject update);

  /** Removes one document atomically and returns it. */
  Optional<JsonObject> remove(String collection, JsonObject query);

  /** Removes all matching documents and returns their number. */
  long removeAll(String collection, JsonObject query);

  /** Creates an index unless it exists. */
  void index(String collection, JsonObject keys, IndexOptions options);

  /** Returns the names of the existing collections. */
  List<String> collections();

  /** Returns whether the documents are on a server, so that other processes can use them. */
  default boolean areShared() {
    return false;
  }

  /** Returns the server's time now; empty if the documents are in this process or it is unknown. */
  default Optional<Instant> serverTime() {
    return Optional.empty();
  }

  /** Checks that the server responds; fails otherwise. */
  void ping();
}
