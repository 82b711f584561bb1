package dev.gatehouse.access;

import dev.gatehouse.gate.ApiKey;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.util.List;

/** The stored API keys: their hashes, never the keys. */
final class KeyRepository {
  private static final int MAX_KEYS = 10_000;

  private final DocumentCollection<ApiKey> keys;

  KeyRepository(Documents documents) {
    this.keys = documents.collection("apiKeys", ApiKey.class);
  }

  void prepare() {
    keys.index(new JsonObject().put("name", 1), new IndexOptions().unique(true));
  }

  /**
   * @throws DuplicateKeyException when the name is taken
   */
  void add(ApiKey key) {
    keys.insert(key);
  }

  List<ApiKey> all() {
    return keys.find(new JsonObject(), new JsonObject().put("name", 1), 0, MAX_KEYS);
  }

  /** Returns whether there was such a key. */
  boolean revoke(String name) {
    return keys.take(new JsonObject().put("name", name)).isPresent();
  }
}
