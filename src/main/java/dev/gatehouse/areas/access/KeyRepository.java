package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.security.ApiKey;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.Selection;
import io.vertx.core.json.JsonObject;

/** Stores the hashes of API keys, never the keys. */
final class KeyRepository {
  private static final String NAME = "name";

  private final DocumentCollection<ApiKey> keys;

  KeyRepository(Documents documents) {
    this.keys =
        documents.collection("apiKeys", ApiKey.class, Query.by(NAME).unique(), Query.by("hash"));
  }

  /**
   * Stores a new key.
   *
   * @throws DuplicateKeyException if the name is taken
   */
  ApiKey add(ApiKey key) {
    keys.insert(key);
    return key;
  }

  /**
   * Selects keys in order of their names.
   *
   * @param start of the names; null for all keys
   */
  Selection<ApiKey> select(String start) {
    JsonObject named = start == null ? Query.all() : Query.where(NAME).startsWith(start).json();
    return keys.select(named, Query.by(NAME).json());
  }

  /** Returns the stored keys among these ids. */
  List<ApiKey> find(List<String> ids) {
    return keys.find(Query.where("_id").in(ids).json(), Query.all(), 0, 0);
  }

  Optional<ApiKey> byHash(List<String> hashes) {
    return keys.findOne(Query.where("hash").in(hashes).json());
  }

  /** Passes every key to a reader. */
  void each(Consumer<ApiKey> reader) {
    keys.all(ApiKey::id).forEach(reader);
  }

  Optional<ApiKey> find(String name) {
    return keys.findOne(Query.where(NAME).is(name).json());
  }

  /** Gives a key another name and an expiry. */
  Optional<ApiKey> retire(String id, String name, Instant expiry) {
    return keys.update(Query.id(id), Query.set(NAME, name, "expiresAt", expiry));
  }

  /** Revokes a key. Of concurrent callers, only one gets {@code true}. */
  boolean revoke(String id) {
    return keys.take(Query.id(id)).isPresent();
  }
}
