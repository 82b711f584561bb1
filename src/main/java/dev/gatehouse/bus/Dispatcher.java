package dev.gatehouse.bus;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends calls to areas and turns whatever the bus reports into a {@link Reply}. */
public final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final String SENDER = "node";

  /** The milliseconds that are left for a call to another node: its clock is none of ours. */
  static final String REMAINING = "remaining";

  /** A worker may still be answering when its deadline passes; its own word is better than ours. */
  private static final long GRACE_MILLIS = 250;

  private final Vertx vertx;
  private final Map<String, List<Consumer<Event>>> listeners = new ConcurrentHashMap<>();
  private final String node;

  /** The bus has no preference for its own node, so that has to be known here. */
  private final Map<String, Function<Call, Reply>> local = new ConcurrentHashMap<>();

  /**
   * @param random names this node among others
   */
  public Dispatcher(Vertx vertx, RandomGenerator random) {
    this.vertx = vertx;
    this.node = HexFormat.of().toHexDigits(random.nextLong());
    Messages.register(vertx.eventBus());
  }

  /** Sends a call; the future always succeeds. */
  public Future<Reply> dispatch(Call call) {
    long left = call.deadline().remaining().toMillis();
    if (left <= 0) {
      return Future.succeededFuture(Failure.of(504, "the request took too long"));
    }
    try {
      return vertx
          .eventBus()
          .<Reply>request(call.operation(), call, options(call.operation(), left))
          .map(message -> message.body())
          .otherwise(problem -> failure(call, problem));
    } catch (RuntimeException problem) {
      return Future.succeededFuture(failure(call, problem));
    }
  }

  /** To this node where it hosts the area; another one is told how much time is left. */
  private DeliveryOptions options(String operation, long left) {
    var options = new DeliveryOptions().setSendTimeout(left + GRACE_MILLIS);
    return local.containsKey(operation)
        ? options.setLocalOnly(true)
        : options.addHeader(REMAINING, Long.toString(left));
  }

  /**
   * Has a call answered on this very thread where this node hosts its area, which has the answer in
   * memory, and dispatches it otherwise. For operations that read nothing but memory: to them the
   * bus, a virtual thread and waking this one again are most of the cost.
   */
  public Future<Reply> dispatchInline(Call call) {
    Function<Call, Reply> area = local.get(call.operation());
    Reply known = area == null ? null : area.apply(call);
    return known == null ? dispatch(call) : Future.succeededFuture(known);
  }

  /** Tells every node of an event; listeners on this one have heard it when this returns. */
  public void publish(Event event) {
    tell(event);
    vertx.eventBus().publish(event.name(), event, new DeliveryOptions().addHeader(SENDER, node));
  }

  /** Tells the listeners of this node alone of an event that every node finds out by itself. */
  public void tell(Event event) {
    listeners.getOrDefault(event.name(), List.of()).forEach(listener -> tell(listener, event));
  }

  /** Hears events of a name, from this node and the others. */
  public void listen(String name, Consumer<Event> listener) {
    listeners.computeIfAbsent(name, first -> new CopyOnWriteArrayList<>()).add(listener);
    vertx
        .eventBus()
        .<Event>consumer(
            name,
            message -> {
              if (!node.equals(message.headers().get(SENDER))) {
                hear(name, listener, message);
              }
            });
  }

  private static void hear(String name, Consumer<Event> listener, Message<Event> message) {
    Event event;
    try {
      event = message.body();
    } catch (RuntimeException e) {
      LOG.error("an event {} of another node cannot be read", name, e);
      return;
    }
    tell(listener, event);
  }

  /** Publishes what has happened: a listener that fails stops neither the others nor the teller. */
  private static void tell(Consumer<Event> listener, Event event) {
    try {
      listener.accept(event);
    } catch (RuntimeException e) {
      LOG.error("a listener to {} failed", event.name(), e);
    }
  }

  void hosts(String operation, Function<Call, Reply> area) {
    local.put(operation, area);
  }

  void hostsNoMore(String operation) {
    local.remove(operation);
  }

  private static Failure nobody() {
    return Failure.busy("no worker serves this area at the moment", 5);
  }

  private static Reply failure(Call call, Throwable problem) {
    return switch (problem) {
      case ReplyException reply when reply.failureType() == ReplyFailure.NO_HANDLERS -> nobody();
      // Vert.x reports what an ending consumer has not looked at yet as a timeout, too: before
      // its time.
      case ReplyException reply when reply.failureType() == ReplyFailure.TIMEOUT ->
          call.deadline().passed() ? Failure.of(504, "the worker took too long") : nobody();
      case ReplyException reply ->
          Failure.of(500, "internal error").because(String.valueOf(reply.getMessage()));
      default -> Failure.of(500, "internal error").because(problem.toString());
    };
  }
}
