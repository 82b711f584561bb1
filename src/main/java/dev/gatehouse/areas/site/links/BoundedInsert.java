package dev.gatehouse.areas.site.links;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.UnknownOutcomeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adds to collections that have a bound. */
final class BoundedInsert {
  private static final Logger LOG = LoggerFactory.getLogger(BoundedInsert.class);

  private BoundedInsert() {}

  /**
   * Adds a document, unless there are as many as there may be: counted when it is there, so that of
   * those who come at once none makes them more. Where the store fails by then, it stays, and with
   * it the answer that it was added: whoever is told otherwise adds it again.
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
