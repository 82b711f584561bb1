package dev.gatehouse.bus;

import module java.base;

import dev.gatehouse.bus.AreaLanes.AreaWork;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.tracing.Span;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Hosts an area on a node, with one consumer for each operation. Calls of this and other nodes each
 * run on a virtual thread, where {@code Future.await()} is allowed. Every call is answered, even if
 * its handler fails.
 */
public final class AreaVerticle extends VerticleBase {
  /** Call that this thread handles. Interceptors and logging read the request id from it. */
  public static final ScopedValue<Call> CALL = ScopedValue.newInstance();

  private static final long MAX_RETRY_AFTER = 60;

  private final Logger log;
  private final Area area;
  private final Dispatcher dispatcher;
  private final Function<Throwable, Optional<ApiError>> knownFailure;
  private final AreaBulkhead bulkhead;
  private final Map<String, Area.Handler> handlers = new HashMap<>();

  /** Addresses that only this node calls. */
  private final Set<String> local;

  private final List<MessageConsumer<Call>> consumers = new ArrayList<>();

  /**
   * @param area area to host
   * @param limits limits of running and waiting calls; further calls are rejected with 503
   * @param known the answer to a problem that the area did not cause; empty for any other problem
   */
  public AreaVerticle(
      Area area,
      Dispatcher dispatcher,
      AreaLimits limits,
      Function<Throwable, Optional<ApiError>> known) {
    this.log = LoggerFactory.getLogger(AreaVerticle.class);
    this.area = area;
    this.dispatcher = dispatcher;
    this.knownFailure = known;
    this.bulkhead =
        new AreaBulkhead(
            area.name(), limits, (millis, action) -> vertx.setTimer(millis, tick -> action.run()));
    dev.gatehouse.bus.Message.Handlers messages = area.messages();
    local = messages.onThisNode().keySet();
    handlers.putAll(area.operations());
    handlers.putAll(messages.onAnyNode());
    handlers.putAll(messages.onThisNode());
  }

  @Override
  public Future<?> start() {
    EventBus bus = vertx.eventBus();
    handlers.forEach((address, handler) -> {
      MessageConsumer<Call> consumer = bus.localConsumer(address);
      consumers.add(consumer.handler(message -> accept(handler, message)));
    });
    return Future.all(consumers.stream().map(MessageConsumer::completion).toList())
        .onSuccess(all -> handlers.forEach(this::host));
  }

  private void host(String address, Area.Handler handler) {
    Optional<Consumer<Message<Call>>> remote =
        Optional.of(address)
            .filter(known -> !local.contains(known))
            .map(known -> message -> accept(handler, message));
    dispatcher.hosts(
        address,
        new Dispatcher.Hosted(
            handler.inline().map(memory -> call -> answer(call, () -> memory.handle(call))),
            remote));
  }

  /** Stops accepting calls and waits until the accepted ones are answered. */
  @Override
  public Future<?> stop() {
    handlers.keySet().forEach(dispatcher::stopHosting);
    return Future.all(consumers.stream().map(MessageConsumer::unregister).toList())
        .compose(none -> bulkhead.drain())
        .compose(none -> closed());
  }

  /** Closes the area on a virtual thread, where it may block and await. */
  private Future<Void> closed() {
    return Loops.off(
        area.name() + "-close",
        () -> {
          area.close();
          return null;
        });
  }

  private void accept(Area.Handler handler, Message<Call> message) {
    Optional<Deadline> deadline = Deadline.sentWith(message);
    AreaWork work =
        AreaWork.of(
            message,
            deadline,
            handler,
            () -> {
              Reply reply = answer(handler, message, deadline);
              return () -> message.reply(reply);
            });
    bulkhead.offer(work).ifPresent(wait -> message.reply(rejection(work, wait)));
  }

  private ApiError rejection(AreaWork work, Duration wait) {
    if (work.deadline().passed()) {
      return ApiError.of(ErrorCode.TIMEOUT, "the request waited too long");
    }
    return ApiError.busy(ErrorCode.OVERLOADED, area.name() + " is overloaded", seconds(wait));
  }

  /** Returns a wait in whole seconds, rounded up. */
  private static int seconds(Duration wait) {
    return (int) Math.clamp(wait.toSeconds() + 1, 1, MAX_RETRY_AFTER);
  }

  private Reply answer(
      Area.Handler handler, Message<Call> message, Optional<Deadline> deadlineHere) {
    Call call;
    try {
      // A call of another node is decoded here, not on the event loop.
      Call sent = message.body();
      call = deadlineHere.map(sent::until).orElse(sent);
    } catch (RuntimeException problem) {
      return failure(message.address(), problem);
    }
    return answer(
        call, () -> Objects.requireNonNull(handler.handle(call), "the handler returned null"));
  }

  /**
   * Runs the work and returns its answer, or null if the work returns null. Exceptions become
   * failures.
   */
  private Reply answer(Call call, Callable<Answer> work) {
    if (call.deadline().passed()) {
      return ApiError.of(ErrorCode.TIMEOUT, "the request waited too long");
    }
    MDC.put("request", call.requestId());
    Span span =
        dispatcher.tracer().resume(call.origin().trace(), call.operation(), Span.Kind.CONSUMER);
    try {
      Answer answer = ScopedValue.where(CALL, call).where(Span.CURRENT, span).call(work::call);
      if (answer != null && answer.json() != null && answer.json().length() > WireCodec.MAX_BYTES) {
        // A single node could send this answer, but then the fault would show only in a cluster.
        throw new IllegalStateException(
            answer.json().length() + " bytes exceed the maximum of a reply: send a claim check");
      }
      if (answer != null) {
        span.end();
      }
      return answer;
    } catch (Throwable problem) {
      ApiError failure = failure(call.operation(), problem);
      span.failed(failure.code().name()).end();
      return failure;
    } finally {
      MDC.remove("request");
    }
  }

  private ApiError failure(String operation, Throwable problem) {
    boolean wrapped = problem instanceof CompletionException && problem.getCause() != null;
    Throwable cause = wrapped ? problem.getCause() : problem;
    if (cause instanceof ApiException refused) {
      return refused.failure();
    }
    return knownFailure.apply(cause).orElseGet(() -> fault(operation, cause));
  }

  private ApiError fault(String operation, Throwable cause) {
    log.error("{} failed", operation, cause);
    return ApiError.of(ErrorCode.INTERNAL_ERROR, "internal error").because(cause.toString());
  }
}
