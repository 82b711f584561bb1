package dev.gatehouse.areas.commerce.listings;

import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Repository of listing sets, one document for each marketplace. */
final class ListingRepository {
  private final DocumentCollection<ListingSet> sets;

  /**
   * @param id marketplace-a or marketplace-b
   */
  record ListingSet(String id, List<Listing> listings, Instant lastUpdated) {}

  ListingRepository(Documents documents) {
    this.sets = documents.collection("listings", ListingSet.class);
  }

  Optional<ListingSet> find(String type) {
    return sets.find(type);
  }

  /** Replaces a set in one write. */
  void put(ListingSet set) {
    sets.save(set, set.id());
  }

  /**
   * Replaces the set that was read, or inserts the first one. Returns false if the stored set is no
   * longer the one that was read.
   */
  boolean replaced(Optional<ListingSet> read, ListingSet next) {
    if (read.isPresent()) {
      JsonObject as =
          new JsonObject()
              .put("_id", next.id())
              .put("lastUpdated", Bson.time(read.get().lastUpdated()));
      return sets.replace(as, next);
    }
    try {
      sets.insert(next);
      return true;
    } catch (DuplicateKeyException raced) {
      return false;
    }
  }
}
