package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;

/**
 * Remaining results of a query between two batches. It stores the scan's position, not documents.
 */
final class ResultCursor implements OpenCursor {
  private static final int BATCH_BYTES = 4 * 1024 * 1024;

  private final Results results;
  private final Document projection;
  private boolean exhausted;

  ResultCursor(Results results, Document projection) {
    this.results = results;
    this.projection = projection;
  }

  @Override
  public synchronized boolean isEmpty() {
    return exhausted;
  }

  /** Returns at least one document, if there is one, and at most about 4 MiB. */
  @Override
  public synchronized List<Document> take(StoredCollection collection, int number) {
    results.resume(collection == null ? null : collection.data());
    List<Document> batch = new ArrayList<>();
    long bytes = 0;
    while ((number <= 0 || batch.size() < number) && results.hasNext()) {
      bytes += results.size();
      if (bytes > BATCH_BYTES && !batch.isEmpty()) {
        break;
      }
      batch.add(collection.project(results.next(), projection));
    }
    exhausted = !results.hasNext();
    results.rest();
    return batch;
  }
}
