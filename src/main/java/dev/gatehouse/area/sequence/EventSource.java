package dev.gatehouse.area.sequence;

import java.time.Instant;
import java.util.List;

/** Collection whose documents are the events of a stream. The methods block. */
public interface EventSource {
  /** Returns the number of documents between two times. */
  long countBetween(Instant from, Instant to);

  /** Returns the documents between two times, newest first. */
  List<SequencedEvent> latest(Instant from, Instant to, int skip, int limit);

  /** Returns the documents with these ids in any order. Deleted documents are missing. */
  List<SequencedEvent> withIds(List<String> ids);
}
