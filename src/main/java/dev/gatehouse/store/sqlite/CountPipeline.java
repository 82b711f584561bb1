package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Pipeline with which drivers count documents: {@code $match}, optional {@code $skip} and {@code
 * $limit}, and a {@code $group} of all. Such a pipeline is answered from an index.
 */
record CountPipeline(Document match, long skip, long limit, Object id, String field) {

  /** Returns the count that a pipeline requests, or null for any other pipeline. */
  static CountPipeline of(List<Document> pipeline) {
    Document match = new Document();
    long skip = 0;
    long limit = 0;
    Iterator<Document> stages = pipeline.iterator();
    Document stage = next(stages);
    if (stage.get("$match") instanceof Document query) {
      match = query;
      stage = next(stages);
    }
    if (stage.get("$skip") instanceof Number number) {
      skip = number.longValue();
      stage = next(stages);
    }
    if (stage.get("$limit") instanceof Number number) {
      limit = number.longValue();
      stage = next(stages);
    }
    boolean last = !stages.hasNext();
    if (last && stage.get("$group") instanceof Document group) {
      return of(match, skip, limit, group);
    }
    return null;
  }

  private static Document next(Iterator<Document> stages) {
    return stages.hasNext() ? stages.next() : new Document();
  }

  private static CountPipeline of(Document match, long skip, long limit, Document group) {
    Object id = group.get("_id");
    if (group.size() != 2 || !(id == null || id instanceof Number)) {
      return null;
    }
    for (Map.Entry<String, Object> entry : group.entrySet()) {
      if (!entry.getKey().equals("_id") && new Document("$sum", 1).equals(entry.getValue())) {
        return new CountPipeline(match, skip, limit, id, entry.getKey());
      }
    }
    return null;
  }

  /** Returns a single group, or an empty list if no document matches. */
  List<Document> run(StoredCollection collection) {
    int count = collection.count(match, Math.toIntExact(skip), Math.toIntExact(limit));
    return count == 0 ? List.of() : List.of(new Document("_id", id).append(field, count));
  }
}
