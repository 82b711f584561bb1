package dev.gatehouse.area.sequence;

import module java.base;

import dev.gatehouse.area.sequence.EventBatches.EventBatch;
import dev.gatehouse.time.Extremes;

/**
 * The end of a sequence as a node knows it: the next position, and the latest documents in it. A
 * document may be stored up to five seconds after its time.
 */
final class SequenceWindow {
  static final Duration OVERLAP = Duration.ofSeconds(5);

  private final EventBatches batches;
  private final Map<String, Instant> known = new HashMap<>();
  private long next = 1;
  private Instant newest;

  /** Earlier documents are covered by a gap. */
  private Instant gapEnd = Instant.MIN;

  /**
   * @param newest documents before this time are not events, unless they are in the overlap
   */
  SequenceWindow(EventBatches batches, Instant newest) {
    this.batches = batches;
    this.newest = newest;
  }

  /** Returns the position of the next batch. */
  long next() {
    return next;
  }

  /** Returns the earliest time of documents that may become events. */
  Instant from() {
    Instant overlap = newest.minus(OVERLAP);
    return Extremes.max(overlap, gapEnd);
  }

  /** Returns the number of documents since {@link #from} that are in the sequence. */
  int size() {
    return known.size();
  }

  boolean contains(SequencedEvent event) {
    return known.containsKey(event.id());
  }

  /**
   * Returns the events that are neither in the sequence nor covered by a gap. Reads the store for
   * events before {@link #from}: if this node was slow, another node may have added them.
   */
  List<SequencedEvent> missing(List<SequencedEvent> events) {
    List<SequencedEvent> missing =
        events.stream()
            .filter(event -> !contains(event) && !event.time().isBefore(gapEnd))
            .toList();
    Optional<Instant> oldest =
        missing.stream()
            .map(SequencedEvent::time)
            .filter(time -> time.isBefore(from()))
            .min(Comparator.naturalOrder());
    if (oldest.isEmpty()) {
      return missing;
    }
    Set<String> stored =
        batches.since(oldest.get(), next).stream()
            .flatMap(batch -> batch.ids().stream())
            .collect(Collectors.toSet());
    return missing.stream().filter(event -> !stored.contains(event.id())).toList();
  }

  /**
   * Returns a batch that continues the sequence.
   *
   * @param skipped number of documents before the events that are not events; 0 for none
   * @param now the same time on all nodes
   */
  EventBatch batch(List<SequencedEvent> events, long skipped, Instant now) {
    List<String> ids = new ArrayList<>(events.stream().map(SequencedEvent::id).toList());
    List<Long> times =
        new ArrayList<>(events.stream().map(event -> event.time().toEpochMilli()).toList());
    Instant newer = Instant.ofEpochMilli(Collections.max(times));
    // Documents with a time in the future must not hide those that are stored later.
    Instant last = Extremes.min(newer, now);
    if (skipped > 0) {
      ids.addFirst("");
      times.addFirst(times.getFirst());
    }
    var members = new EventBatch.Members(ids, times, skipped);
    return new EventBatch(batches.id(next), next, members, Extremes.max(last, newest), now);
  }

  /** Adds the next batch of the sequence. */
  void add(EventBatch batch) {
    next = batch.next();
    newest = batch.newest();
    for (int i = 0; i < batch.ids().size(); i++) {
      if (batch.isGap(i)) {
        gapEnd = batch.time(i);
      } else {
        known.put(batch.ids().get(i), batch.time(i));
      }
    }
    Instant from = from();
    known.values().removeIf(time -> time.isBefore(from));
  }
}
