package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.Job;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Event;
import dev.gatehouse.messages.HttpMessages;
import dev.gatehouse.store.ChangeNumbers;

/**
 * Detects events that were lost between nodes. Each node counts its published events in stored
 * documents and compares the totals with the events it published or received. If events are
 * missing, its listeners receive a gap event and drop their cached data. Every node therefore
 * notices every change within a second, even if the event itself is lost.
 */
final class InvalidationPoller implements Event.Watch {
  /** Number of checks without a new count, after which every publisher has stored its counts. */
  private static final int QUIET_LOOKS = 3;

  /** The field of {@link HttpMessages.AreaChanged} by which its events are counted. */
  private static final String AREA = "area";

  private static final Duration PERIOD = Duration.ofMillis(500);

  private final Dispatcher dispatcher;
  private final ChangeNumbers numbers;
  private final Set<String> names;
  private final Map<String, Count> counts = new HashMap<>();
  private boolean begun;

  /** Event counts of one key. */
  private static final class Count {
    /** Events that this node published or received. */
    long known;

    /** Total that all nodes had stored at the last check. */
    long number;

    /** Checks since the stored total last changed. */
    int quiet;

    /** Events published by this node that it has not yet added to the stored total. */
    long untold;
  }

  /**
   * @param names of the events after which cached data of nodes may be stale
   */
  InvalidationPoller(Dispatcher dispatcher, ChangeNumbers numbers, Set<String> names) {
    this.dispatcher = dispatcher;
    this.numbers = numbers;
    this.names = new HashSet<>(names);
    this.names.add(HttpMessages.AREA_CHANGED.name());
  }

  /**
   * Returns a watch over all events that the areas name, or empty if this node is not clustered.
   */
  static Optional<InvalidationPoller> of(NodeServices node, List<AreaModule> modules) {
    Dispatcher dispatcher = node.dispatcher();
    if (dispatcher.isAlone()) {
      return Optional.empty();
    }
    Set<String> names = new HashSet<>();
    modules.forEach(module -> names.addAll(module.changes()));
    return Optional.of(
        new InvalidationPoller(dispatcher, new ChangeNumbers(node.documents()), names));
  }

  /** Starts counting. Blocks. */
  void begin() {
    dispatcher.watch(this);
    run();
  }

  @Override
  public synchronized void published(Event event) {
    if (names.contains(event.name())) {
      Count count = count(key(event));
      count.known++;
      count.untold++;
    }
  }

  @Override
  public synchronized void received(Event event) {
    if (names.contains(event.name())) {
      count(key(event)).known++;
    }
  }

  /**
   * The job that each node does; the two halves of a second are that in which a change is known.
   */
  Job job() {
    return new Job("http.watchChanges", new Schedule.Every(PERIOD), true, progress -> run());
  }

  /** Stores the counts of events that this node published, and checks for missed events. Blocks. */
  void run() {
    for (Map.Entry<String, Long> entry : unpublished().entrySet()) {
      numbers.raise(entry.getKey(), entry.getValue());
      published(entry.getKey(), entry.getValue());
    }
    missed(numbers.all()).forEach(this::publishGap);
  }

  private synchronized Map<String, Long> unpublished() {
    Map<String, Long> untold = new HashMap<>();
    counts.forEach((key, count) -> {
      if (count.untold > 0) {
        untold.put(key, count.untold);
      }
    });
    return untold;
  }

  private synchronized void published(String key, long events) {
    count(key).untold -= events;
  }

  /** Returns the number of missed events for each key. */
  private synchronized Map<String, Long> missed(Map<String, Long> stored) {
    Map<String, Long> missed = new HashMap<>();
    stored.forEach((key, number) -> {
      Count count = count(key);
      if (begun && number > count.known) {
        missed.put(key, number - count.known);
      }
      count.quiet = number == count.number ? count.quiet + 1 : 0;
      count.number = number;
      // Events that were received but never counted come from a node that crashed before counting.
      if (!begun || number > count.known || count.quiet >= QUIET_LOOKS) {
        count.known = number + count.untold;
      }
    });
    begun = true;
    return missed;
  }

  private Count count(String key) {
    return counts.computeIfAbsent(key, first -> new Count());
  }

  private void publishGap(String key, long missed) {
    String[] parts = key.split(" ", 2);
    Event gap = Event.gap(parts[0], missed);
    if (parts.length > 1) {
      Map<String, Object> data = new HashMap<>(gap.data());
      data.put(AREA, parts[1]);
      gap = new Event(gap.name(), data);
    }
    dispatcher.notifyLocal(gap);
  }

  /**
   * Changes made by requests are counted per area, so that cached replies of other areas remain.
   */
  private static String key(Event event) {
    if (event.name().equals(HttpMessages.AREA_CHANGED.name())) {
      return event.name() + ' ' + event.data().get(AREA);
    }
    return event.name();
  }
}
