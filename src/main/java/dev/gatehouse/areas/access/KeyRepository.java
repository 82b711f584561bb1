package dev.gatehouse.areas.access;

import dev.gatehouse.security.ApiKey;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The stored API keys: their hashes, never the keys. */
final class KeyRepository {
  private static final int PAGE = 1_000;

  private final DocumentCollection<ApiKey> keys;

  KeyRepository(Documents documents) {
    this.keys = documents.collection("apiKeys", ApiKey.class);
  }

  void prepare() {
    keys.index(new JsonObject().put("name", 1), new IndexOptions().unique(true));
    keys.index(new JsonObject().put("hash", 1), new IndexOptions());
  }

  /**
   * Stores a new key.
   *
   * @throws DuplicateKeyException when the name is taken
   */
  ApiKey add(ApiKey key) {
    keys.insert(key);
    return key;
  }

  /** One page of the keys in the order of their names. */
  List<ApiKey> page(int skip, int limit) {
    return keys.find(new JsonObject(), new JsonObject().put("name", 1), skip, limit);
  }

  long count() {
    return keys.count(new JsonObject());
  }

  /** Those of these keys that are stored. */
  List<ApiKey> find(List<String> ids) {
    JsonObject these = new JsonObject().put("$in", new JsonArray(ids));
    return keys.find(new JsonObject().put("_id", these), new JsonObject(), 0, 0);
  }

  /** The key that has one of these hashes. */
  Optional<ApiKey> byHash(List<String> hashes) {
    JsonObject these = new JsonObject().put("$in", new JsonArray(hashes));
    return keys.findOne(new JsonObject().put("hash", these));
  }

  /** Shows every key. */
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
    return keys.findOne(new JsonObject().put("name", name));
  }

  /** Revokes a key; of two callers one does. */
  boolean revoke(String id) {
    return keys.take(new JsonObject().put("_id", id)).isPresent();
  }
}
