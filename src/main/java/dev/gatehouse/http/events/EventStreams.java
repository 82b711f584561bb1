package dev.gatehouse.http.events;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.EventGap;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.http.events.EventListener.StreamedEvent;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Holdings;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.http.ledger.Refusal;
import dev.gatehouse.http.ledger.Resource;
import dev.gatehouse.security.StateConfirmation;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;

/**
 * Last stage of operations that are event streams (the HTML standard's server-sent events). It
 * sends the events that the client missed, from its area, and then the bus's events until either
 * side closes.
 */
public final class EventStreams {
  /**
   * Maximum age of a stream. The client must then reconnect, and its credential is checked again.
   */
  private static final long LONGEST_NANOS = Duration.ofHours(1).toNanos();

  private final Vertx vertx;
  private final Dispatcher dispatcher;
  private final Predicate<Exchange> welcome;
  private final ConfirmedDelivery delivery;
  private final Context context;
  private final Map<String, Set<EventListener>> listeners = new HashMap<>();
  private final long timer;
  private boolean closed;

  /**
   * Creates the stage on the event loop of its requests.
   *
   * @param streams names of the bus events that are streamed
   * @param welcome whether a listener's credential is still valid
   * @param confirmation whether {@code welcome} knows all revocations
   * @param heartbeat interval between two comments to each listener
   */
  public EventStreams(
      Vertx vertx,
      Dispatcher dispatcher,
      Set<String> streams,
      Predicate<Exchange> welcome,
      StateConfirmation confirmation,
      Duration heartbeat) {
    this.vertx = vertx;
    this.dispatcher = dispatcher;
    this.welcome = welcome;
    this.context = vertx.getOrCreateContext();
    this.delivery =
        new ConfirmedDelivery(
            confirmation, work -> context.runOnContext(now -> work.run()), this::endAll);
    this.timer = vertx.setPeriodic(heartbeat.toMillis(), tick -> beat());
    streams.forEach(this::subscribe);
  }

  private void subscribe(String name) {
    if (listeners.put(name, new LinkedHashSet<>()) == null) {
      dispatcher.listen(
          name,
          event -> {
            StreamedEvent streamed = StreamedEvent.of(event.data());
            context.runOnContext(now -> delivery.run(() -> deliver(listeners.get(name), streamed)));
          });
    }
  }

  public void open(RoutingContext routing) {
    Exchange exchange = Exchange.of(routing);
    if (exchange.request.method().equals(HttpMethod.HEAD)) {
      head(exchange);
      Replies.end(exchange, Buffer.buffer());
      return;
    }
    if (closed) {
      Replies.fail(
          exchange, ApiError.busy(ErrorCode.SHUTTING_DOWN, "the node is shutting down", 1));
      return;
    }
    if (exchange.holdings().takeOrFail(Resource.LISTENERS).isEmpty()) {
      return;
    }
    String name = exchange.operation.stream();
    var listener = new EventListener(exchange, welcome, this::fetch, System.nanoTime());
    // The listener is registered before the lookup of missed events, so that it knows of events
    // that are stored after the lookup.
    listeners.get(name).add(listener);
    exchange.onFinish(() -> listeners.get(name).remove(listener));
    dispatcher
        .dispatch(call(exchange, exchange.parameters), true)
        .onSuccess(reply -> begin(listener, reply))
        .onFailure(routing::fail);
  }

  private static Call call(Exchange exchange, Map<String, Object> parameters) {
    return new Call(
        exchange.operation.id(),
        new Origin(exchange.requestId, exchange.caller, ""),
        Deadline.in(exchange.operation.timeout()),
        parameters,
        null,
        List.of());
  }

  /** Fetches the next events of a client that is behind. If that fails, the client reconnects. */
  private void fetch(EventListener listener) {
    Map<String, Object> parameters = new HashMap<>(listener.exchange.parameters);
    parameters.put("Last-Event-ID", listener.last());
    dispatcher
        .dispatch(call(listener.exchange, parameters), true)
        .onComplete(reply ->
            context.runOnContext(now -> delivery.run(() -> fetched(listener, reply.result()))));
  }

  private static void fetched(EventListener listener, Reply reply) {
    if (listener.exchange.over()) {
      return;
    }
    if (reply instanceof Answer answer && listener.take(answer.body(EventGap.class)).isEmpty()) {
      listener.proceed();
    } else {
      listener.end();
    }
  }

  private void begin(EventListener listener, Reply reply) {
    Exchange exchange = listener.exchange;
    if (exchange.over()) {
      return;
    }
    switch (reply) {
      case ApiError failure -> Replies.fail(exchange, failure);
      case Answer answer -> {
        Optional<Refusal> refusal = listener.take(answer.body(EventGap.class));
        if (refusal.isPresent()) {
          Replies.fail(exchange, Holdings.error(Resource.REPLY_BYTES, refusal.get()));
          return;
        }
        head(exchange);
        listener.begin();
      }
    }
  }

  private static void head(Exchange exchange) {
    HttpServerResponse response = exchange.response();
    response
        .setStatusCode(200)
        .putHeader("Content-Type", "text/event-stream")
        .putHeader("Cache-Control", "no-store")
        // Proxies must not buffer events.
        .putHeader("X-Accel-Buffering", "no");
    if (exchange.request.version() != HttpVersion.HTTP_2) {
      response.setChunked(true);
    }
  }

  /** Ends all streams. Their clients reconnect, to another node if this one is cut off. */
  private void endAll() {
    listeners.values().forEach(all -> List.copyOf(all).forEach(EventListener::end));
  }

  private void deliver(Set<EventListener> all, StreamedEvent event) {
    long now = System.nanoTime();
    for (EventListener listener : List.copyOf(all)) {
      if (over(listener, now)) {
        listener.end();
      } else {
        listener.send(event);
      }
    }
  }

  private void beat() {
    long now = System.nanoTime();
    listeners
        .values()
        .forEach(all ->
            List.copyOf(all)
                .forEach(listener -> {
                  if (over(listener, now)) {
                    listener.end();
                  } else {
                    listener.beat();
                  }
                }));
  }

  private boolean over(EventListener listener, long now) {
    return now - listener.openedNanos > LONGEST_NANOS || !welcome.test(listener.exchange);
  }

  /** Closes all streams, so that the clients reconnect to another node. */
  public void close() {
    closed = true;
    vertx.cancelTimer(timer);
    listeners
        .values()
        .forEach(all -> List.copyOf(all).forEach(listener -> listener.exchange.response().end()));
  }

  /**
   * Order of deliveries that wait until all revocations are known that were stored before. Used on
   * one event loop.
   */
  static final class ConfirmedDelivery {
    /** Maximum number of deliveries that wait for one read. */
    private static final int MAX_WAITING = 1_000;

    private final StateConfirmation confirmation;
    private final Executor loopExecutor;
    private final Runnable failed;
    private final List<Runnable> waiting = new ArrayList<>();
    private boolean confirming;

    /**
     * @param loopExecutor runs work on the event loop
     * @param failed runs if revocations cannot be read; the waiting deliveries are dropped
     */
    ConfirmedDelivery(StateConfirmation confirmation, Executor loopExecutor, Runnable failed) {
      this.confirmation = confirmation;
      this.loopExecutor = loopExecutor;
      this.failed = failed;
    }

    /** Runs a delivery, now or after a read. */
    void run(Runnable delivery) {
      if (!confirming && confirmation.isFresh()) {
        delivery.run();
        return;
      }
      waiting.add(delivery);
      if (!confirming) {
        confirm();
      } else if (waiting.size() > MAX_WAITING) {
        fail();
      }
    }

    private void confirm() {
      confirming = true;
      List<Runnable> deliveries = List.copyOf(waiting);
      waiting.clear();
      confirmation
          .refresh()
          .onComplete(read -> loopExecutor.execute(() -> confirmed(deliveries, read.succeeded())));
    }

    private void confirmed(List<Runnable> deliveries, boolean read) {
      confirming = false;
      if (!read) {
        fail();
        return;
      }
      deliveries.forEach(Runnable::run);
      if (!waiting.isEmpty()) {
        confirm();
      }
    }

    private void fail() {
      waiting.clear();
      failed.run();
    }
  }
}
