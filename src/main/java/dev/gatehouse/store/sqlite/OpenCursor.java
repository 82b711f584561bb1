package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;

/** The rest of a reply that is fetched in batches. It holds no session between two of them. */
interface OpenCursor {
  /**
   * Reads on.
   *
   * @param collection the collection as it is now, in the session that reads; null if it is gone
   * @param number at most so many documents, 0 for as many as are handy
   */
  List<Document> take(StoredCollection collection, int number);

  /** Returns whether it is known that nothing is left. */
  boolean isEmpty();
}
