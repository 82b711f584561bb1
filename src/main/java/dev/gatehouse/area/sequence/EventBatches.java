package dev.gatehouse.area.sequence;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/** Stores the batches of one stream. The methods block. */
final class EventBatches {
  private static final String ID = "_id";
  private static final int PAGE = 200;

  private final DocumentCollection<EventBatch> batches;
  private final String stream;

  EventBatches(Documents documents, String stream) {
    this.batches = documents.collection("eventBatches", EventBatch.class);
    this.stream = stream;
  }

  String id(long first) {
    return EventBatch.id(stream, first);
  }

  /** Stores a batch; returns false if its position is taken. */
  boolean insert(EventBatch batch) {
    try {
      batches.insert(batch);
      return true;
    } catch (DuplicateKeyException taken) {
      return false;
    }
  }

  void delete(EventBatch batch) {
    batches.delete(Query.id(batch.id()));
  }

  /** Returns the batch that starts at a position. */
  Optional<EventBatch> at(long first) {
    return batches.find(id(first));
  }

  Optional<EventBatch> last() {
    return before(Long.MAX_VALUE / 1_000, 1).stream().findFirst();
  }

  Optional<EventBatch> containing(long position) {
    return before(position + 1, 1).stream().filter(batch -> position < batch.next()).findFirst();
  }

  /** Returns the last batches that start before a position, last first. */
  List<EventBatch> before(long position, int limit) {
    JsonObject query = where(ID).from(id(0)).and(ID).before(id(position)).json();
    return batches.find(query, Query.by(ID).down().json(), 0, limit);
  }

  /** Returns the first batches that start at a position or after it. */
  List<EventBatch> from(long position, int limit) {
    JsonObject query = where(ID).from(id(position)).and(ID).before(stream + "0").json();
    return batches.find(query, Query.by(ID).json(), 0, limit);
  }

  /** Returns the ids in the batches before a position that may contain documents since a time. */
  Set<String> idsSince(Instant time, long position) {
    Set<String> ids = new HashSet<>();
    long before = position;
    boolean within = true;
    while (within) {
      List<EventBatch> page = before(before, PAGE);
      page.forEach(batch -> ids.addAll(batch.ids()));
      // The newest time never decreases, so no earlier batch contains a later document.
      within = page.size() == PAGE && !page.getLast().newest().isBefore(time);
      before = within ? page.getLast().first() : 0;
    }
    return ids;
  }

  /** Deletes old batches except the last one, which is needed to continue the sequence. */
  void deleteOld(Age age) {
    last()
        .ifPresent(last ->
            batches.delete(
                where(ID)
                    .from(id(0))
                    .and(ID)
                    .before(last.id())
                    .and("storedAt")
                    .olderThan(age)
                    .json()));
  }
}
