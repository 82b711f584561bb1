package dev.gatehouse.embedded;

import de.bwaldvogel.mongo.backend.AbstractCursor;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;

/** A query's results between two batches: where it is, not what it would find. */
final class ResultCursor extends AbstractCursor {
  private static final int BATCH_BYTES = 4 * 1024 * 1024;

  private final StoredCollection collection;
  private final Results results;
  private final Document projection;
  private boolean exhausted;

  ResultCursor(long id, StoredCollection collection, Results results, Document projection) {
    super(id);
    this.collection = collection;
    this.results = results;
    this.projection = projection;
  }

  @Override
  public boolean isEmpty() {
    return exhausted;
  }

  /**
   * Reads on.
   *
   * @param number at most so many documents, 0 for as many as fit 4 MiB; always at least one if
   *     there is one
   */
  @Override
  public List<Document> takeDocuments(int number) {
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
