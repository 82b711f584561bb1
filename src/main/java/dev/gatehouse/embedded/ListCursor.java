package dev.gatehouse.embedded;

import de.bwaldvogel.mongo.backend.AbstractCursor;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;

/** What is left of a computed result, such as an aggregation's. */
final class ListCursor extends AbstractCursor {
  private List<Document> left;

  ListCursor(long id, List<Document> documents) {
    super(id);
    this.left = documents;
  }

  @Override
  public boolean isEmpty() {
    return left.isEmpty();
  }

  @Override
  public List<Document> takeDocuments(int number) {
    int count = number <= 0 ? left.size() : Math.min(number, left.size());
    List<Document> batch = left.subList(0, count);
    left = left.subList(count, left.size());
    return batch;
  }
}
