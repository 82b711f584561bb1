package dev.gatehouse.area.sequence;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.EventId;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/** Stores the batches of one stream. The methods block. */
final class EventBatches {
  private static final String ID = "_id";
  private static final int PAGE = 50;

  /** Position after all batches. */
  static final long END = Long.MAX_VALUE / 1_000;

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
    return before(END, 1).stream().findFirst();
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

  /** Returns the batches before a position that may contain documents since a time, last first. */
  List<EventBatch> since(Instant time, long position) {
    List<EventBatch> page = before(position, PAGE);
    List<EventBatch> found = new ArrayList<>(page);
    // The newest time never decreases, so no earlier batch contains a later document.
    while (page.size() == PAGE && !page.getLast().newest().isBefore(time)) {
      page = before(page.getLast().first(), PAGE);
      found.addAll(page);
    }
    return found;
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

  /**
   * Successive events of a stream. Its id contains the position of the first event, so of two nodes
   * that continue the sequence only one stores its batch.
   *
   * @param first position of the first event
   * @param newest newest time of this batch and of all batches before it
   */
  record EventBatch(String id, long first, Members members, Instant newest, Instant storedAt) {
    private static final String GAP = "";

    /**
     * The documents that are the events of a batch.
     *
     * @param ids ids of the documents; the id of a gap is empty
     * @param times times of the documents in milliseconds
     * @param skipped number of events that the gap reports
     */
    record Members(List<String> ids, List<Long> times, long skipped) {}

    List<String> ids() {
      return members.ids();
    }

    /** Returns the id of the batch that starts at a position. */
    static String id(String stream, long first) {
      return stream + "/" + String.format(Locale.ROOT, "%016d", first);
    }

    /** Returns the position after this batch. */
    long next() {
      return first + ids().size();
    }

    EventId eventId(int index) {
      return EventId.of(first + index, ids().get(index));
    }

    EventId last() {
      return eventId(ids().size() - 1);
    }

    boolean isGap(int index) {
      return ids().get(index).equals(GAP);
    }

    Instant time(int index) {
      return Instant.ofEpochMilli(members.times().get(index));
    }

    /**
     * Returns the data of an event that names its position. A deleted document is a gap of one
     * event.
     *
     * @param events data by document id
     */
    Map<String, Object> data(int index, Map<String, Map<String, Object>> events) {
      long skipped = isGap(index) ? members.skipped() : 1;
      Map<String, Object> gap = Map.of(Event.SKIPPED, skipped);
      Map<String, Object> data = new HashMap<>(events.getOrDefault(ids().get(index), gap));
      data.put(Event.ID, eventId(index).toString());
      return data;
    }
  }
}
