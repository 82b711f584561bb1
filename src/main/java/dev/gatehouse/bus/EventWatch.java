package dev.gatehouse.bus;

/** Observer of the events that this node publishes and those that it receives from other nodes. */
public interface EventWatch {
  /** Ignores all events. */
  EventWatch NONE =
      new EventWatch() {
        @Override
        public void published(Event event) {}

        @Override
        public void received(Event event) {}
      };

  /** Called after this node has published an event; must not block. */
  void published(Event event);

  /** Called after another node's event has arrived; must not block. */
  void received(Event event);
}
