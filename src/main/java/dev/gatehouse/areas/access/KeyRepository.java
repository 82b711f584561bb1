package dev.gatehouse.areas.access;

import dev.gatehouse.security.ApiKey;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Stores the hashes of API keys, never the keys. */
final class KeyRepository {
  private static final int PAGE = 1_000;
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
   * Returns one page of the keys in order of their names.
   *
   * @param start of the names; null for all keys
   */
  List<ApiKey> page(String start, int skip, int limit) {
    return keys.find(named(start), new JsonObject().put(NAME, 1), skip, limit);
  }

  long count(String start) {
    return keys.count(named(start));
  }

  private static JsonObject named(String start) {
    return start == null ? Query.all() : Query.where(NAME).startsWith(start).json();
  }

  /** Returns the stored keys among these ids. */
  List<ApiKey> find(List<String> ids) {
    JsonObject these = new JsonObject().put("$in", new JsonArray(ids));
    return keys.find(new JsonObject().put("_id", these), new JsonObject(), 0, 0);
  }

  /** Returns the key with one of these hashes. */
  Optional<ApiKey> byHash(List<String> hashes) {
    JsonObject these = new JsonObject().put("$in", new JsonArray(hashes));
    return keys.findOne(new JsonObject().put("hash", these));
  }

  /** Passes every key to a reader. */
  void each(Consumer<ApiKey> reader) {
    String last = "";
    for (List<ApiKey> page = after(last); !page.isEmpty(); page = after(last)) {
      page.forEach(reader);
      last = page.getLast().id();
    }
  }

  private List<ApiKey> after(String id) {
    JsonObject beyond = new JsonObject().put("_id", new JsonObject().put("$gt", id));
    return keys.find(beyond, new JsonObject().put("_id", 1), 0, PAGE);
  }

  Optional<ApiKey> find(String name) {
    return keys.findOne(new JsonObject().put(NAME, name));
  }

  /** Revokes a key. Of concurrent callers, only one gets {@code true}. */
  boolean revoke(String id) {
    return keys.take(new JsonObject().put("_id", id)).isPresent();
  }
}
