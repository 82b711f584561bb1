package dev.gatehouse.bus;

/** Sees the events that this node publishes and those that reach it from others. */
public interface EventWatch {
  /** Watches nothing. */
  EventWatch NONE =
      new EventWatch() {
        @Override
        public void published(Event event) {}

        @Override
        public void received(Event event) {}
      };

  /** This node has told the others; must not block. */
  void published(Event event);

  /** Another node has told this one; must not block. */
  void received(Event event);
}
