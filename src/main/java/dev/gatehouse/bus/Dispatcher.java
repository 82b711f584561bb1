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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends calls to areas and turns whatever the bus reports into a {@link Reply}. */
public final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final String SENDER = "node";

  /** A worker may still be answering when its deadline passes; its own word is better than ours. */
  static final long GRACE_MILLIS = 250;

  private final Vertx vertx;
  private final Optional<Peers> peers;
  private final Map<String, List<Consumer<Event>>> listeners = new ConcurrentHashMap<>();
  private final List<Future<Void>> listening = new CopyOnWriteArrayList<>();
  private final String node;
  private volatile EventWatch watch = EventWatch.NONE;
  private volatile Set<String> fromMemory = Set.of();

  /** The operations of this node's own areas. */
  private final Map<String, Hosted> local = new ConcurrentHashMap<>();

  /** Those of the operations, once asked for. */
  private Optional<Set<String>> areas = Optional.empty();

  /**
   * An operation that this node answers.
   *
   * @param inline answers on the spot, or null where that cannot be
   * @param remote takes calls from other nodes; empty for what only this one may ask
   */
  record Hosted(Function<Call, Reply> inline, Optional<Consumer<Message<Call>>> remote) {}

  /**
   * A dispatcher of a node that is alone.
   *
   * @param random names this node among others
   */
  public Dispatcher(Vertx vertx, RandomGenerator random) {
    this(vertx, Optional.empty(), random);
  }

  /**
   * @param peers the other nodes; empty on a node that is alone
   * @param random names this node among others
   */
  public Dispatcher(Vertx vertx, Optional<Peers> peers, RandomGenerator random) {
    this.vertx = vertx;
    this.peers = peers;
    this.node = HexFormat.of().toHexDigits(random.nextLong());
    RecordCodec.register(vertx.eventBus());
    peers.ifPresent(this::join);
  }

  private void join(Peers others) {
    listening.add(
        vertx
            .eventBus()
            .<Call>consumer(RemoteCall.ADDRESS + others.own(), this::receive)
            .completion());
    listening.add(others.begin(this::areas));
  }

  /** Sends a call; the future always succeeds. */
  public Future<Reply> dispatch(Call call) {
    return dispatch(call, false);
  }

  /**
   * Sends a call; the future always succeeds.
   *
   * @param repeatable whether it reads only, so that another node may be asked where one was lost
   */
  public Future<Reply> dispatch(Call call, boolean repeatable) {
    long left = call.deadline().remaining().toMillis();
    if (left <= 0) {
      return Future.succeededFuture(ApiError.of(504, "the request took too long"));
    }
    try {
      return peers.isEmpty() || local.containsKey(call.operation())
          ? here(call, left)
          : new RemoteCall(vertx, peers.get(), call, repeatable).send();
    } catch (RuntimeException problem) {
      return Future.succeededFuture(failure(call, problem));
    }
  }

  /** The bus has no preference for its own node, so that it is told. */
  private Future<Reply> here(Call call, long left) {
    var options = new DeliveryOptions().setLocalOnly(true).setSendTimeout(left + GRACE_MILLIS);
    return vertx
        .eventBus()
        .<Reply>request(call.operation(), call, options)
        .map(message -> message.body())
        .otherwise(problem -> failure(call, problem));
  }

  /** Takes a call of another node, or says that this one does not host its area. */
  private void receive(Message<Call> message) {
    Hosted hosted = local.get(String.valueOf(message.headers().get(RemoteCall.OPERATION)));
    if (hosted == null || hosted.remote().isEmpty()) {
      message.fail(RemoteCall.ELSEWHERE, "this node does not host the area");
      return;
    }
    Reply known = known(hosted, message);
    if (known == null) {
      hosted.remote().get().accept(message);
    } else {
      message.reply(known);
    }
  }

  /** The answer that an area has in memory; null where it has none, or the call is none. */
  private Reply known(Hosted hosted, Message<Call> message) {
    if (!fromMemory.contains(message.headers().get(RemoteCall.OPERATION))) {
      return null;
    }
    try {
      return hosted.inline().apply(RemoteCall.received(message));
    } catch (RuntimeException unreadable) {
      // The area says so.
      return null;
    }
  }

  /**
   * Has a call answered on this very thread where this node hosts its area, which has the answer in
   * memory, and dispatches it otherwise. For operations that read nothing but memory: to them the
   * bus, a virtual thread and waking this one again are most of the cost.
   */
  public Future<Reply> dispatchInline(Call call) {
    Hosted area = local.get(call.operation());
    Reply known = area == null ? null : area.inline().apply(call);
    return known == null ? dispatch(call, true) : Future.succeededFuture(known);
  }

  /**
   * Has calls of other nodes to some operations answered where they arrive, as this node's own are:
   * those of which the contract of this release says that they read nothing but memory.
   */
  public void answersFromMemory(Set<String> operations) {
    fromMemory = Set.copyOf(operations);
  }

  /** Returns when this node hears what it listens to, wherever that comes from. */
  public Future<Void> listening() {
    return Future.all(List.copyOf(listening)).mapEmpty();
  }

  /** Tells the other nodes which areas this one hosts; returns when they know. */
  public Future<Void> announce() {
    return peers.map(Peers::announce).orElseGet(Future::succeededFuture);
  }

  /**
   * Tells the other nodes to send this one nothing any more; returns when they know, and when those
   * that were busy have had a second to send what they had begun. Until then its areas are to
   * answer.
   */
  public Future<Void> announceShutdown() {
    return peers.map(Peers::announceShutdown).orElseGet(Future::succeededFuture);
  }

  /** The areas that this node answers for. */
  public synchronized Set<String> areas() {
    if (areas.isEmpty()) {
      areas = Optional.of(hosted());
    }
    return areas.get();
  }

  /** The area of an address. */
  static String area(String operation) {
    int dot = operation.indexOf('.');
    return dot < 0 ? operation : operation.substring(0, dot);
  }

  /** Returns whether there are no other nodes, now or later. */
  public boolean isAlone() {
    return peers.isEmpty();
  }

  /** Returns whether an operation is answered by this node itself. */
  public boolean hosts(String operation) {
    return local.containsKey(operation);
  }

  /** Tells every node of an event; listeners on this one have heard it when this returns. */
  public void publish(Event event) {
    notifyLocal(event);
    watch.published(event);
    vertx.eventBus().publish(event.name(), event, new DeliveryOptions().addHeader(SENDER, node));
  }

  /** Tells the listeners of this node alone of an event that every node finds out by itself. */
  public void notifyLocal(Event event) {
    listeners
        .getOrDefault(event.name(), List.of())
        .forEach(listener -> notifyLocal(listener, event));
  }

  /** Hears events of a name, from this node and the others. */
  public void listen(String name, Consumer<Event> listener) {
    List<Consumer<Event>> first = new CopyOnWriteArrayList<>(List.of(listener));
    List<Consumer<Event>> known = listeners.putIfAbsent(name, first);
    if (known != null) {
      known.add(listener);
      return;
    }
    // One for all listeners of this node.
    listening.add(
        vertx
            .eventBus()
            .<Event>consumer(
                name,
                message -> {
                  if (!node.equals(message.headers().get(SENDER))) {
                    receiveEvent(name, message);
                  }
                })
            .completion());
  }

  private void receiveEvent(String name, Message<Event> message) {
    Event event;
    try {
      event = message.body();
    } catch (RuntimeException e) {
      LOG.error("an event {} of another node cannot be read", name, e);
      return;
    }
    watch.received(event);
    notifyLocal(event);
  }

  /** Has one watch see from now on what this node publishes and hears. */
  public void watch(EventWatch one) {
    watch = one;
  }

  /** Publishes what has happened: a listener that fails stops neither the others nor the teller. */
  private static void notifyLocal(Consumer<Event> listener, Event event) {
    try {
      listener.accept(event);
    } catch (RuntimeException e) {
      LOG.error("a listener to {} failed", event.name(), e);
    }
  }

  private Set<String> hosted() {
    return local.entrySet().stream()
        .filter(entry -> entry.getValue().remote().isPresent())
        .map(entry -> area(entry.getKey()))
        .collect(Collectors.toUnmodifiableSet());
  }

  synchronized void hosts(String operation, Hosted area) {
    local.put(operation, area);
    areas = Optional.empty();
  }

  synchronized void stopHosting(String operation) {
    local.remove(operation);
    areas = Optional.empty();
  }

  static ApiError noWorker() {
    return ApiError.busy("no worker serves this area at the moment", 5);
  }

  static Reply failure(Call call, Throwable problem) {
    return switch (problem) {
      case ReplyException reply when reply.failureType() == ReplyFailure.NO_HANDLERS -> noWorker();
      // Vert.x reports what an ending consumer has not looked at yet as a timeout, too: before
      // its time.
      case ReplyException reply when reply.failureType() == ReplyFailure.TIMEOUT ->
          call.deadline().passed() ? ApiError.of(504, "the worker took too long") : noWorker();
      case ReplyException reply ->
          ApiError.of(500, "internal error").because(String.valueOf(reply.getMessage()));
      default -> ApiError.of(500, "internal error").because(problem.toString());
    };
  }
}
