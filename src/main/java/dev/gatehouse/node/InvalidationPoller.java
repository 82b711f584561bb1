package dev.gatehouse.node;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.Job;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.EventWatch;
import dev.gatehouse.messages.HttpMessages;
import dev.gatehouse.store.ChangeNumbers;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Notices events that were lost between nodes. Every node counts, in documents, those that it
 * publishes, and knows how many it has published and heard itself; where there are more than that,
 * its listeners are told of a gap, and forget what they have kept. So a change is known everywhere
 * within a second, whatever became of its event.
 */
final class InvalidationPoller implements EventWatch {
  /** So many looks without a new number: whoever has published something has counted it by then. */
  private static final int QUIET_LOOKS = 3;

  /** The field of {@link HttpMessages.AreaChanged} by which its events are counted. */
  private static final String AREA = "area";

  private static final Duration PERIOD = Duration.ofMillis(500);

  private final Dispatcher dispatcher;
  private final ChangeNumbers numbers;
  private final Set<String> names;
  private final Map<String, Count> counts = new HashMap<>();
  private boolean begun;

  /** The events of one key. */
  private static final class Count {
    /** Those that this node knows of. */
    long known;

    /** Those that all nodes had counted at the last look. */
    long number;

    /** Looks since that has changed. */
    int quiet;

    /** Those of this node that it has not counted for the others yet. */
    long untold;
  }

  /**
   * @param names of the events after which something that nodes keep may be old
   */
  InvalidationPoller(Dispatcher dispatcher, ChangeNumbers numbers, Set<String> names) {
    this.dispatcher = dispatcher;
    this.numbers = numbers;
    this.names = new HashSet<>(names);
    this.names.add(HttpMessages.AREA_CHANGED.name());
  }

  /** A watch over all that the areas name; none on a node that is alone. */
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

  /** Begins to count; blocks. */
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

  /** Tells what this node has published, and looks whether it has missed something; blocks. */
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

  /** The events of each key that this node has missed. */
  private synchronized Map<String, Long> missed(Map<String, Long> stored) {
    Map<String, Long> missed = new HashMap<>();
    stored.forEach((key, number) -> {
      Count count = count(key);
      if (begun && number > count.known) {
        missed.put(key, number - count.known);
      }
      count.quiet = number == count.number ? count.quiet + 1 : 0;
      count.number = number;
      // What is known and was never counted was published by a node that died then.
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

  /** Changes that requests make are counted by area: the others' answers stay. */
  private static String key(Event event) {
    return event.name().equals(HttpMessages.AREA_CHANGED.name())
        ? event.name() + ' ' + event.data().get(AREA)
        : event.name();
  }
}
