package dev.gatehouse.area.sequence;

import module java.base;

import dev.gatehouse.area.sequence.EventBatches.EventBatch;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.MessageBus;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.TrustedClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Order of a stream's events, the same on all nodes and after restarts. A batch of events continues
 * the sequence only if no other node has stored a batch at its position. Positions therefore have
 * no holes, and no event has two. Each node delivers the batches in this order to its own
 * listeners.
 *
 * <p>Other programs also write into the collection. {@link #look} finds their documents by time, if
 * they are stored within five seconds. If more than 10,000 are new, the oldest become a gap.
 */
public final class EventSequence {
  private static final Logger LOG = LoggerFactory.getLogger(EventSequence.class);

  /** Duration for which clients can resume, and one hour more. */
  public static final Duration KEPT = Duration.ofHours(25);

  private static final int MAX_NEW = 10_000;
  private static final int BATCH = 1_000;
  private static final int FEW = 50;

  /**
   * Nanoseconds after which this node reads the end of the sequence anew. A node that was paused
   * for a day may know an end that has been deleted.
   */
  private static final long OUTDATED = Duration.ofHours(1).toNanos();

  private final EventType<?> type;
  private final EventSource source;
  private final EventBatches batches;
  private final EventReplay replay;
  private final MessageBus bus;
  private final TrustedClock clock;
  private final InstantSource time;
  private final Instant started;
  private final Queue<SequencedEvent> pending = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean woken = new AtomicBoolean();
  private Optional<SequenceWindow> window = Optional.empty();
  private Look last = new Look(Instant.MIN, 0);

  /** Time at which the end of the sequence was last read. */
  private long read;

  /**
   * The result of a look at the collection.
   *
   * @param from the earliest time that it covered
   * @param documents number of documents found
   */
  private record Look(Instant from, long documents) {}

  /**
   * @param type event that is delivered on each node
   */
  public EventSequence(
      EventType<?> type,
      EventSource source,
      Documents documents,
      MessageBus bus,
      TrustedClock clock) {
    this.type = type;
    this.source = source;
    this.batches = new EventBatches(documents, type.name());
    this.replay = new EventReplay(batches, source);
    this.bus = bus;
    this.clock = clock;
    this.time = clock.guarded();
    this.started = time.instant();
  }

  /** Returns the events that the client of a stream has missed. */
  public Answer missed(Call call) {
    return Answer.ok(replay.after(call));
  }

  /** Delivers what other nodes have added, and adds new documents. Blocks. */
  public synchronized void look() {
    addNew(current(), clock.instant());
  }

  /** Delivers what other nodes have added, on another thread. */
  public void wake() {
    if (woken.compareAndSet(false, true)) {
      Thread.ofVirtual().name("sequence-" + type.name()).start(this::readOn);
    }
  }

  private synchronized void readOn() {
    try {
      woken.set(false);
      current();
    } catch (RuntimeException later) {
      LOG.info("{} of other nodes are delivered later: {}", type.name(), later.getMessage());
    }
  }

  /**
   * Adds a document that this node has stored, and delivers it. Blocks. If the store fails, a later
   * look adds the document.
   */
  public void append(SequencedEvent event) {
    pending.add(event);
    synchronized (this) {
      try {
        // Another thread may have added it with its own.
        if (pending.contains(event)) {
          store(isOutdated() ? current() : window.get(), drain(), 0);
        }
      } finally {
        pending.remove(event);
      }
    }
  }

  private List<SequencedEvent> drain() {
    List<SequencedEvent> all = new ArrayList<>();
    for (SequencedEvent one = pending.poll(); one != null; one = pending.poll()) {
      all.add(one);
    }
    return all;
  }

  /** Deletes batches from which no client can resume any more. */
  public void deleteOld(Age age) {
    batches.deleteOld(age);
  }

  /** Returns the end of the sequence, after delivering what was added to it. */
  private SequenceWindow current() {
    SequenceWindow now = isOutdated() ? begun() : window.get();
    window = Optional.of(now);
    read = clock.nanoTime();
    for (Optional<EventBatch> next = batches.at(now.next());
        next.isPresent();
        next = batches.at(now.next())) {
      EventBatch batch = next.get();
      // Read first: a batch whose documents cannot be read is delivered later.
      Map<String, Map<String, Object>> events = replay.data(batch.ids());
      now.add(batch);
      deliver(batch, events);
    }
    return now;
  }

  private boolean isOutdated() {
    return window.isEmpty() || clock.nanoTime() - read > OUTDATED;
  }

  /**
   * Reads the end of the sequence: the batches that may contain documents of the overlap. Delivers
   * the last batch: listeners that have it ignore it, and those that lack it fetch what they have
   * missed.
   */
  private SequenceWindow begun() {
    var loaded = new SequenceWindow(batches, started);
    List<EventBatch> latest =
        batches
            .last()
            .map(last ->
                batches.since(last.newest().minus(SequenceWindow.OVERLAP), EventBatches.END))
            .orElse(List.of());
    latest.reversed().forEach(loaded::add);
    latest.stream().limit(1).forEach(batch -> deliver(batch, replay.data(batch.ids())));
    return loaded;
  }

  private void addNew(SequenceWindow now, Instant until) {
    var look = new Look(now.from(), source.countBetween(now.from(), until));
    if (look.equals(last)) {
      return;
    }
    List<SequencedEvent> fresh = missing(now, look, until);
    if (!fresh.isEmpty()) {
      long more = fresh.size() < MAX_NEW ? 0 : look.documents() - now.size() - fresh.size();
      store(now, fresh, Math.max(0, more));
    }
    last = look;
  }

  /**
   * Returns the documents that are not in the sequence, oldest first. Many documents may be stored
   * after the count, so it reads on until it finds one of the sequence, or the last one.
   */
  private List<SequencedEvent> missing(SequenceWindow now, Look look, Instant until) {
    long wanted = look.documents() - now.size();
    int limit = wanted <= 0 ? FEW : BATCH;
    Map<String, SequencedEvent> fresh = new LinkedHashMap<>();
    boolean within = true;
    for (int skip = 0; within; skip += limit) {
      List<SequencedEvent> page = source.latest(look.from(), until, skip, limit);
      for (SequencedEvent event : page) {
        if (!now.contains(event) && fresh.size() < MAX_NEW) {
          fresh.put(event.id(), event);
        }
      }
      boolean met = page.size() < limit || now.contains(page.getLast());
      boolean more = fresh.size() < wanted && skip + limit < look.documents();
      within = fresh.size() < MAX_NEW && (more || !met);
    }
    return new ArrayList<>(fresh.values()).reversed();
  }

  /** Stores events as batches. If another node is first, continues after its batch. */
  private void store(SequenceWindow now, List<SequencedEvent> events, long skipped) {
    long gap = skipped;
    SequenceWindow end = now;
    List<SequencedEvent> rest = end.missing(events);
    while (!rest.isEmpty()) {
      List<SequencedEvent> some = rest.subList(0, Math.min(BATCH, rest.size()));
      EventBatch batch = end.batch(some, gap, time.instant());
      if (isStored(batch)) {
        end.add(batch);
        deliver(batch, SequencedEvent.data(some));
        rest = rest.subList(some.size(), rest.size());
      } else {
        end = current();
        rest = end.missing(rest);
      }
      gap = 0;
    }
  }

  /** Returns false if the position is taken, or was taken by a batch that has been deleted. */
  private boolean isStored(EventBatch batch) {
    if (!batches.insert(batch)) {
      return false;
    }
    if (isOutdated()) {
      batches.delete(batch);
      window = Optional.empty();
      return false;
    }
    return true;
  }

  private void deliver(EventBatch batch, Map<String, Map<String, Object>> events) {
    for (int i = 0; i < batch.ids().size(); i++) {
      bus.notifyLocal(new Event(type.name(), batch.data(i, events)));
    }
  }

  /** Collection whose documents are the events of a stream. The methods block. */
  public interface EventSource {
    /** Returns the number of documents between two times. */
    long countBetween(Instant from, Instant to);

    /** Returns the documents between two times, newest first. */
    List<SequencedEvent> latest(Instant from, Instant to, int skip, int limit);

    /** Returns the documents with these ids in any order. Deleted documents are missing. */
    List<SequencedEvent> withIds(List<String> ids);
  }
}
