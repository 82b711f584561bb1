package dev.gatehouse.store;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.util.List;
import java.util.Optional;

/**
 * The commands on documents that collections are made of, wherever the documents lie. They block:
 * call them on a virtual thread. Times, decimals and bytes stand in JSON as the Mongo client writes
 * them.
 *
 * <p>A command that fails with a {@link DocumentStoreException} has done nothing; one that changes
 * something and fails with an {@link UnknownOutcomeException} may have done it.
 */
public interface DocumentCommands {
  /**
   * Stores documents, all or those before the first that can't be stored.
   *
   * @throws DuplicateKeyException when that is because of a unique index
   */
  void insert(String collection, List<JsonObject> documents);

  /** Stores a document in the place of the one with its id, if there is one. */
  void replace(String collection, JsonObject document);

  Optional<JsonObject> findOne(String collection, JsonObject query);

  /**
   * Finds a page of what matches.
   *
   * @param limit at most so many, 0 for all
   */
  List<JsonObject> find(String collection, JsonObject query, JsonObject sort, int skip, int limit);

  long count(String collection, JsonObject query);

  /**
   * Changes one document atomically, and returns it as it is then.
   *
   * @param upsert whether to make one where none matches
   */
  Optional<JsonObject> update(
      String collection, JsonObject query, JsonObject update, boolean upsert);

  /** Changes all that match and says how many they were. */
  long updateAll(String collection, JsonObject query, JsonObject update);

  /** Removes one document atomically and returns what it was. */
  Optional<JsonObject> remove(String collection, JsonObject query);

  /** Removes all that match and says how many they were. */
  long removeAll(String collection, JsonObject query);

  /** Makes an index unless it exists. */
  void index(String collection, JsonObject keys, IndexOptions options);

  /** The names of the collections that there are. */
  List<String> collections();

  /** Asks for a sign of life; fails when there is none. */
  void ping();
}
