package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.security.KeyUses;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.UnknownOutcomeException;
import io.vertx.core.json.JsonObject;

/** Stores how often and when keys were last used. All nodes add to the same documents. */
final class KeyUseRepository {
  private final DocumentCollection<StoredUse> uses;

  /**
   * Uses of a key.
   *
   * @param id of the key
   * @param lastAddress of the last client
   */
  record StoredUse(String id, long count, Instant lastUsedAt, String lastAddress) {}

  KeyUseRepository(Documents documents) {
    this.uses = documents.collection("apiKeyUses", StoredUse.class);
  }

  /** Stores the uses that a node has counted. Blocks. */
  void store(KeyUses counted) {
    counted
        .take()
        .forEach((id, use) -> {
          JsonObject change =
              Query.set("lastUsedAt", use.last(), "lastAddress", use.address())
                  .put("$inc", new JsonObject().put("count", use.count()));
          try {
            uses.upsert(Query.id(id), change);
          } catch (UnknownOutcomeException e) {
            // The uses are not stored again, because they might be counted twice.
          } catch (DocumentStoreException e) {
            counted.restore(id, use);
            throw e;
          }
        });
  }

  /** Returns the uses of keys by their ids. */
  Map<String, StoredUse> find(Collection<String> ids) {
    return uses.find(Query.where("_id").in(ids).json(), Query.all(), 0, 0).stream()
        .collect(Collectors.toMap(StoredUse::id, Function.identity()));
  }

  void delete(String id) {
    uses.take(Query.id(id));
  }
}
