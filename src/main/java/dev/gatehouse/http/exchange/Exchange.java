package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.security.ClientAddress;
import io.netty.handler.codec.DecoderException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and all that the stages have learnt about it and taken for it so far. What is taken
 * is registered here and released by {@link #finish}, which runs exactly once however the request
 * ends; what is asked for after that is refused or released at once. It stays on its event loop.
 */
public final class Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final String KEY = "gatehouse.exchange";

  public final HttpServerRequest request;
  public final String requestId;
  public final ClientAddress address;
  final long started = System.nanoTime();

  /** Null for a path that the contract does not know. */
  public Operation operation;

  public Caller caller;

  /** The objection of the credentials stage to the request; null if nothing. */
  public Refusal refusal;

  public Map<String, Object> parameters = Map.of();
  public Object body;
  public List<Upload> uploads = List.of();

  /** The tag of what its conditions were judged by, if that alone may be changed; else null. */
  public String seen;

  /** True once the area has been called: what was uploaded is its business from then on. */
  public boolean handedOver;

  /** Its connection; null until that knows of it. */
  ClientConnection connection;

  private final Loop loop;
  private final Deque<Runnable> taken = new ArrayDeque<>(4);
  private boolean over;
  private boolean complete;

  /** True if the client is expected to send, so that it is the one who may be late. */
  private boolean receiving;

  private boolean received;

  /**
   * A reason for which a request is turned away.
   *
   * @param failure what the client reads
   * @param attempt whether it counts as a failed attempt to get in
   */
  public record Refusal(ApiError failure, boolean attempt) {}

  public Exchange(Loop loop, HttpServerRequest request, String requestId, ClientAddress address) {
    this.loop = loop;
    this.request = request;
    this.requestId = requestId;
    this.address = address;
    this.caller = Caller.anonymous(address.key(), address.mayBeBanned());
  }

  public static Exchange of(RoutingContext context) {
    return context.get(KEY);
  }

  public void bind(RoutingContext context) {
    context.put(KEY, this);
  }

  public HttpServerResponse response() {
    return request.response();
  }

  /** From now on the end of the reply is noticed; that of the connection its connection tells. */
  void begin() {
    response().headersEndHandler(head -> completeHead());
    response()
        .endHandler(ended -> {
          complete = !response().closed();
          finish();
        });
    response().closeHandler(gone -> finish());
  }

  private void completeHead() {
    response().headers().set(HttpHeaders.DATE, loop.date().now());
    UnreadBody.announceClose(this);
  }

  /** True if the reply is complete or the client has gone: nothing more can be done for it. */
  public boolean over() {
    return over;
  }

  /** True if it ended with the whole of its reply. */
  boolean complete() {
    return complete;
  }

  /** Ends the request once and for all: everything it has taken is released, the last first. */
  void finish() {
    if (over) {
      return;
    }
    over = true;
    while (!taken.isEmpty()) {
      release(taken.pop());
    }
    UnreadBody.leave(this);
  }

  /** Breaks the reply off: only that tells a client who has its head that bytes are missing. */
  public void abort() {
    if (request.version() == HttpVersion.HTTP_2) {
      UnreadBody.reset(this);
    } else {
      ClientConnections.cut(request.connection());
    }
    finish();
  }

  /** Registers what is to be done once the request is over; it is done at once if it is. */
  public void onFinish(Runnable release) {
    if (over) {
      release(release);
    } else {
      taken.push(release);
    }
  }

  /** Takes permits for as long as the request lasts; false without enough of them. */
  public boolean take(Permits permits, long amount) {
    if (over || !permits.take(amount)) {
      return false;
    }
    onFinish(() -> permits.giveBack(amount));
    return true;
  }

  /** Takes a permit for as long as the request lasts; false without one. */
  public boolean take(PerClientSemaphore permits) {
    String stranger = caller.subject().isEmpty() ? address.key() : "";
    if (over || !permits.take(stranger)) {
      return false;
    }
    onFinish(() -> permits.giveBack(stranger));
    return true;
  }

  /** Does something later, unless the request is over by then. */
  public void after(Duration time, Runnable action) {
    if (!over) {
      long timer = loop.vertx().setTimer(time.toMillis(), due -> action.run());
      onFinish(() -> loop.vertx().cancelTimer(timer));
    }
  }

  /** Does something again and again until the request is over. */
  public void every(Duration time, Runnable action) {
    if (!over) {
      long timer = loop.vertx().setPeriodic(time.toMillis(), due -> action.run());
      onFinish(() -> loop.vertx().cancelTimer(timer));
    }
  }

  /** Does on another thread what takes too long for the event loop. */
  public <T> Future<T> offload(Callable<T> work) {
    return loop.workers().executeBlocking(work, false);
  }

  /**
   * Asks for the body, whose bytes the caller handles.
   *
   * @param whole what to do once all of it has come, if it is put together as HTTP wants it
   */
  public void receive(Runnable whole) {
    receiving = true;
    request.exceptionHandler(problem -> {
      if (problem instanceof DecoderException) {
        Replies.fail(this, ApiError.of(400, "the body is not valid multipart/form-data"));
      }
    });
    request.endHandler(end -> {
      receiving = false;
      received = true;
      if (connection != null && connection.breaksIn(this)) {
        Replies.fail(this, ApiError.of(400, "the body's chunks are not well-formed"));
      } else {
        whole.run();
      }
    });
    if (RequestValidator.CONTINUE.equalsIgnoreCase(request.getHeader("Expect")) && !over) {
      response().writeContinue();
    }
    request.resume();
  }

  /** True if the body was read to its end. */
  public boolean received() {
    return received;
  }

  /** True if the client waits for us: while it does, it may be as silent as it likes. */
  boolean answerDue() {
    return !over && !receiving && !response().headWritten();
  }

  Vertx vertx() {
    return loop.vertx();
  }

  /** The contract's path, or a word for what stands for it in logs and metrics: never the path. */
  String route() {
    return operation == null ? "unknown" : operation.path();
  }

  private void release(Runnable release) {
    try {
      release.run();
    } catch (RuntimeException e) {
      LOG.error("not everything was released request={}", requestId, e);
    }
  }
}
