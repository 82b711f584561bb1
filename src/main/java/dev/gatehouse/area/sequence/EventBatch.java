package dev.gatehouse.area.sequence;

import module java.base;

import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.EventId;

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

  /** Returns the ID of the last event. */
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
   * Returns the data of an event that names its position. A deleted document is a gap of one event.
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
