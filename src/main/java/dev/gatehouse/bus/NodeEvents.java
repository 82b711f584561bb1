package dev.gatehouse.bus;

import module java.base;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Events that this node publishes and receives, and their listeners on this node. */
final class NodeEvents {
  private static final Logger LOG = LoggerFactory.getLogger(NodeEvents.class);
  private static final String SENDER = "node";

  private final Vertx vertx;
  private final String node;
  private final Map<String, List<Consumer<Event>>> listeners = new ConcurrentHashMap<>();
  private volatile Event.Watch watch = Event.Watch.NONE;

  /**
   * @param node id with which this node recognizes its own events
   */
  NodeEvents(Vertx vertx, String node) {
    this.vertx = vertx;
    this.node = node;
  }

  /** Sets the watch that sees all events that this node publishes and receives. */
  void watch(Event.Watch one) {
    watch = one;
  }

  void publish(Event event) {
    notifyLocal(event);
    watch.published(event);
    JsonObject data;
    try {
      data = new JsonObject(Json.plainJson(event.data()));
    } catch (IllegalArgumentException e) {
      LOG.error("event {} cannot be sent to other nodes", event.name(), e);
      return;
    }
    vertx.eventBus().publish(event.name(), data, new DeliveryOptions().addHeader(SENDER, node));
  }

  void notifyLocal(Event event) {
    listeners
        .getOrDefault(event.name(), List.of())
        .forEach(listener -> notifyLocal(listener, event));
  }

  /**
   * Adds a listener.
   *
   * @return completes when this node receives events of a new name; empty for a known name, because
   *     one consumer serves all listeners of this node
   */
  Optional<Future<Void>> listen(String name, Consumer<Event> listener) {
    List<Consumer<Event>> first = new CopyOnWriteArrayList<>(List.of(listener));
    List<Consumer<Event>> known = listeners.putIfAbsent(name, first);
    if (known != null) {
      known.add(listener);
      return Optional.empty();
    }
    return Optional.of(
        vertx
            .eventBus()
            .<JsonObject>consumer(
                name,
                message -> {
                  if (!node.equals(message.headers().get(SENDER))) {
                    receive(name, message);
                  }
                })
            .completion());
  }

  private void receive(String name, Message<JsonObject> message) {
    Event event;
    try {
      event = new Event(name, message.body().getMap());
    } catch (RuntimeException e) {
      LOG.error("event {} of another node is unreadable", name, e);
      return;
    }
    watch.received(event);
    notifyLocal(event);
  }

  /**
   * Runs a listener. Its exception is logged and does not affect other listeners or the publisher.
   */
  private static void notifyLocal(Consumer<Event> listener, Event event) {
    try {
      listener.accept(event);
    } catch (RuntimeException e) {
      LOG.error("listener of event {} failed", event.name(), e);
    }
  }
}
