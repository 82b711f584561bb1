package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;

/**
 * Remaining documents of a reply that is fetched in batches. It holds no session between batches.
 */
interface OpenCursor {
  /**
   * Reads the next documents.
   *
   * @param collection the current collection in the reading session; null if it was dropped
   * @param number maximum number of documents, 0 for a default batch
   */
  List<Document> take(StoredCollection collection, int number);

  /** Returns whether it is known that no documents remain. */
  boolean isEmpty();
}
