package dev.gatehouse.areas.site.links;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.UnknownOutcomeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adds documents to collections with a maximum size. */
final class BoundedInsert {
  private static final Logger LOG = LoggerFactory.getLogger(BoundedInsert.class);

  private BoundedInsert() {}

  /**
   * Adds a document unless the maximum is reached. The documents are counted after the insertion,
   * so concurrent insertions cannot exceed the maximum. If the count fails, the document remains
   * stored and counts as added, because a client that gets an error would add it again.
   *
   * @return whether it was added
   */
  static <T extends Record> boolean add(
      DocumentCollection<T> documents, T document, String id, int max) {
    documents.insert(document);
    try {
      if (documents.count(Query.all()) <= max) {
        return true;
      }
      documents.take(Query.id(id));
      return false;
    } catch (DocumentStoreException | UnknownOutcomeException e) {
      LOG.warn("{} was added but not counted: {}", id, e.getMessage());
      return true;
    }
  }
}
