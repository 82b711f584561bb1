package dev.gatehouse.areas.commerce.listings;

import module java.base;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;

/** Repository of listing sets, one document for each marketplace. */
final class ListingRepository {
  private final DocumentCollection<ListingSet> sets;

  /**
   * @param id marketplace-a or marketplace-b
   * @param unreadable number of fetched listings that are left out; null if they were set
   * @param failure why the last refresh failed; null if it succeeded
   */
  record ListingSet(
      String id, List<Listing> listings, Instant lastUpdated, Integer unreadable, String failure) {}

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

  /** Records that a refresh failed; the listings remain unchanged. */
  void fail(String type, String failure) {
    sets.update(Query.id(type), Query.set("failure", failure));
  }

  /**
   * Replaces the set that was read, or inserts the first one. Returns false if the stored set is no
   * longer the one that was read.
   */
  boolean replaced(Optional<ListingSet> read, ListingSet next) {
    if (read.isPresent()) {
      JsonObject as =
          Query.where("_id").is(next.id()).and("lastUpdated").is(read.get().lastUpdated()).json();
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
