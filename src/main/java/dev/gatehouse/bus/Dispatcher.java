package dev.gatehouse.bus;

import module java.base;

import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.tracing.Span;
import dev.gatehouse.tracing.Tracer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends calls to areas and converts every result of the bus to a {@link Reply}. */
public final class Dispatcher implements MessageBus {
  /**
   * Additional time for a worker that is still answering at its deadline. The worker's own reply is
   * preferred to a timeout.
   */
  static final long GRACE_MILLIS = 250;

  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final String SENDER = "node";

  private final Vertx vertx;
  private final Optional<Peers> peers;

  /** Id with which this node recognizes its own events. */
  private final String node;

  private final Map<String, List<Consumer<Event>>> listeners = new ConcurrentHashMap<>();
  private final List<Future<Void>> listening = new CopyOnWriteArrayList<>();
  private volatile Tracer tracer = Tracer.OFF;
  private volatile Event.Watch watch = Event.Watch.NONE;
  private volatile Set<String> fromMemory = Set.of();

  /** Operations of the areas on this node. */
  private final Map<String, Hosted> local = new ConcurrentHashMap<>();

  /**
   * Operation that this node answers.
   *
   * @param inline answers from memory, or returns null; empty for an operation that may block
   * @param remote accepts calls of other nodes; empty if only this node may call the operation
   */
  record Hosted(Optional<Function<Call, Reply>> inline, Optional<Consumer<Message<Call>>> remote) {}

  /**
   * Creates the dispatcher of a node outside a cluster.
   *
   * @param random source of this node's id
   */
  public Dispatcher(Vertx vertx, RandomGenerator random) {
    this(vertx, Optional.empty(), random);
  }

  /**
   * @param peers the other nodes; empty on a node outside a cluster
   * @param random source of this node's id
   */
  public Dispatcher(Vertx vertx, Optional<Peers> peers, RandomGenerator random) {
    this.vertx = vertx;
    this.peers = peers;
    this.node = HexFormat.of().toHexDigits(random.nextLong());
    WireCodec.register(vertx.eventBus());
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

  @Override
  public Future<Reply> dispatch(Call call) {
    return dispatch(call, false);
  }

  /**
   * Sends a call. The future always succeeds.
   *
   * @param repeatable whether the call only reads, so that it can be retried on another node if the
   *     first node is lost
   */
  public Future<Reply> dispatch(Call call, boolean repeatable) {
    Span current = Span.current();
    String name = "send " + call.operation();
    Span span;
    if (current.isRecorded()) {
      span = current.child(name, Span.Kind.PRODUCER);
    } else {
      span = tracer.resume(call.origin().trace(), name, Span.Kind.PRODUCER);
    }
    if (span.isRecorded()) {
      return send(call.within(span), repeatable).onComplete(done -> span.end());
    }
    return send(call, repeatable);
  }

  private Future<Reply> send(Call call, boolean repeatable) {
    long left = call.deadline().remaining().toMillis();
    if (left <= 0) {
      return Future.succeededFuture(ApiError.of(ErrorCode.TIMEOUT, "the request took too long"));
    }
    try {
      if (peers.isEmpty() || local.containsKey(call.operation())) {
        return here(call, left);
      }
      return new RemoteCall(vertx, peers.get(), call, repeatable).send();
    } catch (RuntimeException problem) {
      return Future.succeededFuture(failure(call, problem));
    }
  }

  /**
   * Sends a call to this node. The option is needed because the bus does not prefer its own node.
   */
  private Future<Reply> here(Call call, long left) {
    var options = new DeliveryOptions().setLocalOnly(true).setSendTimeout(left + GRACE_MILLIS);
    return vertx
        .eventBus()
        .<Reply>request(call.operation(), call, options)
        .map(message -> message.body())
        .otherwise(problem -> failure(call, problem));
  }

  /** Accepts a call of another node, or reports that this node does not host its area. */
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

  /**
   * Returns the answer that an area has in memory. Null if it has no such answer, or if the message
   * is not a readable call.
   */
  private Reply known(Hosted hosted, Message<Call> message) {
    if (!fromMemory.contains(message.headers().get(RemoteCall.OPERATION))) {
      return null;
    }
    try {
      return hosted.inline().isEmpty()
          ? null
          : hosted.inline().get().apply(RemoteCall.received(message));
    } catch (RuntimeException unreadable) {
      // The area's consumer reports the error.
      return null;
    }
  }

  /**
   * Answers a call on the current thread if this node hosts its area and the answer is in memory;
   * otherwise dispatches it. For in-memory reads, the bus, a virtual thread and the wakeup of this
   * thread would be most of the cost.
   */
  public Future<Reply> dispatchInline(Call call) {
    Hosted area = local.get(call.operation());
    Reply known = area == null || area.inline().isEmpty() ? null : area.inline().get().apply(call);
    return known == null ? dispatch(call, true) : Future.succeededFuture(known);
  }

  /**
   * Sets the operations whose remote calls are answered on arrival, like this node's own calls.
   * These are the operations that this release's contract declares as in-memory reads.
   */
  public void answersFromMemory(Set<String> operations) {
    fromMemory = Set.copyOf(operations);
  }

  /**
   * Completes when this node receives the events and calls that it listens for, from every node.
   */
  public Future<Void> listening() {
    return Future.all(List.copyOf(listening)).mapEmpty();
  }

  /** Announces this node's areas to the other nodes; completes when they have received it. */
  public Future<Void> announce() {
    return peers.map(Peers::announce).orElseGet(Future::succeededFuture);
  }

  /**
   * Sets when other nodes should call this node only if no other node hosts the area.
   *
   * @param condition whether this node cannot reach the store; costs nothing
   */
  public void impairedWhile(BooleanSupplier condition) {
    peers.ifPresent(others -> others.impairedWhile(condition));
  }

  /**
   * Announces that this node accepts no more calls. Completes when the other nodes have received it
   * and calls in progress have had time to arrive: one heartbeat interval plus 0.5 s. Until then,
   * this node's areas must answer.
   */
  public Future<Void> announceShutdown() {
    return peers.map(Peers::announceShutdown).orElseGet(Future::succeededFuture);
  }

  /** Returns the areas that this node hosts. */
  public Set<String> areas() {
    return local.entrySet().stream()
        .filter(entry -> entry.getValue().remote().isPresent())
        .map(entry -> area(entry.getKey()))
        .collect(Collectors.toUnmodifiableSet());
  }

  static String area(String operation) {
    int dot = operation.indexOf('.');
    return dot < 0 ? operation : operation.substring(0, dot);
  }

  /** Returns whether this node is outside a cluster, and therefore never has peers. */
  public boolean isAlone() {
    return peers.isEmpty();
  }

  /** Returns whether this node answers an operation itself. */
  public boolean hosts(String operation) {
    return local.containsKey(operation);
  }

  @Override
  public void publish(Event event) {
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

  /** Runs the listeners. An exception of one does not affect the others or the publisher. */
  @Override
  public void notifyLocal(Event event) {
    for (Consumer<Event> listener : listeners.getOrDefault(event.name(), List.of())) {
      try {
        listener.accept(event);
      } catch (RuntimeException e) {
        LOG.error("listener of event {} failed", event.name(), e);
      }
    }
  }

  @Override
  public void listen(String name, Consumer<Event> listener) {
    List<Consumer<Event>> first = new CopyOnWriteArrayList<>(List.of(listener));
    List<Consumer<Event>> known = listeners.putIfAbsent(name, first);
    if (known != null) {
      // One consumer serves all listeners of this node.
      known.add(listener);
      return;
    }
    listening.add(
        vertx
            .eventBus()
            .<JsonObject>consumer(name, message -> receiveEvent(name, message))
            .completion());
  }

  private void receiveEvent(String name, Message<JsonObject> message) {
    if (node.equals(message.headers().get(SENDER))) {
      return;
    }
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

  /** Sets the tracer of calls, before the first of them. */
  public void trace(Tracer one) {
    tracer = one;
  }

  public Tracer tracer() {
    return tracer;
  }

  /** Sets the watch that sees all events that this node publishes and receives. */
  public void watch(Event.Watch one) {
    watch = one;
  }

  void hosts(String operation, Hosted area) {
    local.put(operation, area);
  }

  void stopHosting(String operation) {
    local.remove(operation);
  }

  static ApiError noWorker() {
    return ApiError.busy(ErrorCode.AREA_UNAVAILABLE, "no worker serves this area at the moment", 5);
  }

  /** Returns the reply to a call that the bus could not deliver or whose worker did not answer. */
  static Reply failure(Call call, Throwable problem) {
    return switch (problem) {
      case ReplyException reply when reply.failureType() == ReplyFailure.NO_HANDLERS -> noWorker();
      // When a consumer ends, Vert.x also reports its unread messages as a timeout, before their
      // timeout has passed.
      case ReplyException reply
          when reply.failureType() == ReplyFailure.TIMEOUT && !call.deadline().passed() ->
          noWorker();
      case ReplyException reply when reply.failureType() == ReplyFailure.TIMEOUT ->
          ApiError.of(ErrorCode.TIMEOUT, "the worker took too long");
      case ReplyException reply ->
          ApiError.of(ErrorCode.INTERNAL_ERROR, "internal error")
              .because(String.valueOf(reply.getMessage()));
      default ->
          ApiError.of(ErrorCode.INTERNAL_ERROR, "internal error").because(problem.toString());
    };
  }
}
