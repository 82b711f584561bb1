package dev.gatehouse.area.sequence;

import module java.base;

/**
 * Stored document that is an event of a stream.
 *
 * @param id id of the document
 * @param time time of the document
 * @param data data of the event
 */
public record SequencedEvent(String id, Instant time, Map<String, Object> data) {
  /** Returns the data of events by document id. */
  static Map<String, Map<String, Object>> data(List<SequencedEvent> events) {
    return events.stream()
        .collect(Collectors.toMap(SequencedEvent::id, SequencedEvent::data, (one, same) -> one));
  }
}
