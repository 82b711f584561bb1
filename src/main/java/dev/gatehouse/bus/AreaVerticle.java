package dev.gatehouse.bus;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Hosts an area on a node: one consumer for each operation, one virtual thread for each call, where
 * {@code Future.await()} is allowed. Every call is answered, whatever its method does.
 */
public final class AreaVerticle extends VerticleBase {
  /** The call that this thread works on; interceptors and logging read the request id from it. */
  public static final ScopedValue<Call> CALL = ScopedValue.newInstance();

  private static final long DRAIN_POLL_MILLIS = 20;

  private final Logger log;
  private final Area area;
  private final Dispatcher dispatcher;
  private final InstantSource clock;
  private final Bulkhead bulkhead;
  private final Map<String, Area.Handler> handlers = new HashMap<>();
  private final List<MessageConsumer<Call>> consumers = new ArrayList<>();

  /**
   * @param area what to host
   * @param concurrency calls that run at once
   * @param queue calls that wait; one more is refused with 503
   */
  public AreaVerticle(
      Area area, Dispatcher dispatcher, InstantSource clock, int concurrency, int queue) {
    this.log = LoggerFactory.getLogger(area.getClass());
    this.area = area;
    this.dispatcher = dispatcher;
    this.clock = clock;
    this.bulkhead = new Bulkhead(area.name(), concurrency, queue);
    handlers.putAll(area.operations());
    handlers.putAll(area.messages());
  }

  @Override
  public Future<?> start() {
    handlers.forEach((address, handler) -> {
      MessageConsumer<Call> consumer = vertx.eventBus().consumer(address);
      consumer.handler(message -> accept(handler, message));
      consumers.add(consumer);
    });
    return Future.all(consumers.stream().map(MessageConsumer::completion).toList())
        .onSuccess(all ->
            handlers.forEach(
                (address, handler) -> dispatcher.hosts(address, call -> answer(handler, call))));
  }

  /** Takes no more calls and waits until those taken are answered. */
  @Override
  public Future<?> stop() {
    handlers.keySet().forEach(dispatcher::hostsNoMore);
    return Future.all(consumers.stream().map(MessageConsumer::unregister).toList())
        .compose(none -> drained());
  }

  private Future<?> drained() {
    if (bulkhead.load() == 0) {
      return closed();
    }
    Promise<Void> later = Promise.promise();
    vertx.setTimer(DRAIN_POLL_MILLIS, tick -> drained().<Void>mapEmpty().onComplete(later));
    return later.future();
  }

  /** On a virtual thread, like all that an area does: it may block and await. */
  private Future<Void> closed() {
    Promise<Void> closed = Promise.promise();
    Thread.ofVirtual()
        .name(area.name() + "-close")
        .start(() -> {
          try {
            area.close();
            closed.complete();
          } catch (RuntimeException e) {
            closed.fail(e);
          }
        });
    return closed.future();
  }

  private void accept(Area.Handler handler, Message<Call> message) {
    boolean taken =
        bulkhead.offer(() -> {
          Reply reply = answer(handler, message.body());
          return () -> message.reply(reply);
        });
    if (!taken) {
      message.reply(Failure.busy(area.name() + " is overloaded", 1));
    }
  }

  private Reply answer(Area.Handler handler, Call call) {
    if (clock.millis() > call.deadline()) {
      return Failure.of(504, "the request waited too long");
    }
    MDC.put("request", call.requestId());
    try {
      Answer answer = ScopedValue.where(CALL, call).call(() -> handler.handle(call));
      return Objects.requireNonNull(answer, "the handler answered nothing");
    } catch (Throwable problem) {
      return failure(call, problem);
    } finally {
      MDC.remove("request");
    }
  }

  private Failure failure(Call call, Throwable problem) {
    boolean wrapped = problem instanceof CompletionException && problem.getCause() != null;
    Throwable cause = wrapped ? problem.getCause() : problem;
    if (cause instanceof FailureException refused) {
      return refused.failure();
    }
    log.error("{} failed", call.operation(), cause);
    return Failure.of(500, "internal error").because(cause.toString());
  }
}
