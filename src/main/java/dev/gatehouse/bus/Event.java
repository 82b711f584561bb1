package dev.gatehouse.bus;

import module java.base;

/**
 * Event that is published to all listeners of its name, on the bus as a {@code JsonObject} of its
 * data.
 *
 * @param name the event-bus address, {@code area.happened}
 * @param data plain maps, lists and scalars
 */
public record Event(String name, Map<String, Object> data) {
  public Event {
    data = Objects.requireNonNullElse(data, Map.of());
  }

  /** Key for the {@link EventId} of a streamed event, which is not part of its data. */
  public static final String ID = "eventId";

  /** Key for the number of events that were skipped. */
  public static final String SKIPPED = "skipped";

  public static Event gap(String name, long skipped) {
    return new Event(name, Map.of(SKIPPED, skipped));
  }

  /**
   * Observer of the events that this node publishes and those that it receives from other nodes.
   */
  public interface Watch {
    /** Ignores all events. */
    Watch NONE = new Watch() {};

    /** Called after this node has published an event; must not block. */
    default void published(Event event) {}

    /** Called after another node's event has arrived; must not block. */
    default void received(Event event) {}
  }
}
