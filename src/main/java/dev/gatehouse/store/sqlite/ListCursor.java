package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;

/** Remaining documents of a computed result, such as an aggregation's. */
final class ListCursor implements OpenCursor {
  private List<Document> left;

  ListCursor(List<Document> documents) {
    this.left = documents;
  }

  @Override
  public synchronized boolean isEmpty() {
    return left.isEmpty();
  }

  @Override
  public synchronized List<Document> take(StoredCollection collection, int number) {
    int count = number <= 0 ? left.size() : Math.min(number, left.size());
    List<Document> batch = left.subList(0, count);
    left = left.subList(count, left.size());
    return batch;
  }
}
