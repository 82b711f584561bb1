package dev.gatehouse.http.exchange;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiError.ErrorReply.FieldError;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.http.exchange.Faults.UnhandledExceptions;
import dev.gatehouse.http.exchange.Replies.UnreadBody;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.security.ApiKey;
import dev.gatehouse.security.ClientAddress;
import dev.gatehouse.tracing.Span;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State of one request: what the stages have learned and the resources that they hold for it.
 * Resources are released by {@link #finish}, which runs exactly once, even if the request is
 * aborted. Later acquisitions are rejected or released immediately. Confined to its event loop.
 */
public final class Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final String KEY = "gatehouse.exchange";

  public final HttpServerRequest request;
  public final String requestId;
  public final ClientAddress address;
  final long started = System.nanoTime();

  /** Operation of the request; null for a path that the contract does not define. */
  public Operation operation;

  public Caller caller;

  /** ID of the token or API key that authenticates the caller; empty without a credential. */
  public String credential = "";

  /** Valid API key of the request, even if its operation does not need one; null without one. */
  public ApiKey key;

  /** Objection of the credentials stage to the request; null for no objection. */
  public Refusal refusal;

  public Map<String, Object> parameters = Map.of();
  public Object body;
  public List<Upload> uploads = List.of();

  /** All fields of the body at fault; empty for fewer than two. */
  public List<FieldError> fieldErrors = List.of();

  /** Entity tag of the only version that may be changed; null if the request has no condition. */
  public String seen;

  public Span span = Span.NONE;

  /** True once the area has been called. The area then owns the uploaded blobs. */
  public boolean handedOver;

  /** Connection of the request; null until the request is registered there. */
  ClientConnection connection;

  private final Loop loop;

  /** Context in which Vert.x runs the handlers of this request. */
  private final Context context = Vertx.currentContext();

  private final Deque<Runnable> taken = new ArrayDeque<>(4);

  /** Resources that it holds; null until it takes the first. */
  private Holdings holdings;

  private boolean over;
  private boolean complete;

  /** True while the server waits for the client to send bytes. */
  private boolean receiving;

  private boolean received;
  private long dueSince = started;

  /**
   * Reason for rejecting a request.
   *
   * @param failure error that is sent to the client
   * @param attempt whether it counts as a failed sign-in attempt
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

  /** Registers handlers for the end of the response. The connection reports its own end. */
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
    response().headers().set(HttpHeaders.DATE, loop.date());
    UnreadBody.announceClose(this);
  }

  /** Returns whether the reply is complete or the client has disconnected. */
  public boolean over() {
    return over;
  }

  /** Returns whether the exchange ended with a complete reply. */
  boolean complete() {
    return complete;
  }

  /** Ends the request and releases its resources in reverse order. Runs only once. */
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

  /** Aborts the reply. After the headers, this is the only way to signal missing bytes. */
  public void abort() {
    if (request.version() == HttpVersion.HTTP_2) {
      UnreadBody.reset(this);
    } else {
      ClientConnections.cut(request.connection());
    }
    finish();
  }

  /**
   * Registers an action for the end of the request. Runs it immediately if the request has ended.
   */
  public void onFinish(Runnable release) {
    if (over) {
      release(release);
    } else {
      taken.push(release);
    }
  }

  /** Runs an action after a delay, unless the request has ended by then. */
  public void after(Duration time, Runnable action) {
    if (!over) {
      long timer = loop.vertx().setTimer(time.toMillis(), due -> run(action));
      onFinish(() -> loop.vertx().cancelTimer(timer));
    }
  }

  /** Runs an action periodically until the request ends. */
  public void every(Duration time, Runnable action) {
    if (!over) {
      long timer = loop.vertx().setPeriodic(time.toMillis(), due -> run(action));
      onFinish(() -> loop.vertx().cancelTimer(timer));
    }
  }

  /** Runs work that is too slow for the event loop on a worker thread. */
  public <T> Future<T> offload(Callable<T> work) {
    return loop.workers().executeBlocking(work, false);
  }

  /**
   * Starts reading the body, whose bytes the caller handles.
   *
   * @param whole run once the complete body has arrived with valid framing
   */
  public void receive(Runnable whole) {
    receiving = true;
    BodyReception.begin(this, whole);
  }

  /** Records that the body has arrived. From now on, the client waits for the server. */
  void receivedAll() {
    receiving = false;
    received = true;
    dueSince = System.nanoTime();
  }

  /** Runs a handler on the event loop. An exception ends the exchange with 500. */
  void run(Runnable handler) {
    try {
      handler.run();
    } catch (RuntimeException | StackOverflowError e) {
      UnhandledExceptions.answer(this, e);
    }
  }

  /** Returns whether Vert.x runs the handlers of this request in a context. */
  boolean runsIn(Context other) {
    return context != null && context.equals(other);
  }

  /** Returns whether the reply must have no body. A request that is too long has no method. */
  boolean isHead() {
    return request.method().equals(HttpMethod.HEAD)
        || (request.decoderResult().isFailure()
            && connection != null
            && connection.beginsWithHead());
  }

  /** Returns whether the request has an Idempotency-Key that its operation supports. */
  public boolean hasIdempotencyKey() {
    return operation.idempotent() && request.getHeader(HeaderNames.IDEMPOTENCY_KEY) != null;
  }

  /** Returns whether the body was read completely. */
  public boolean received() {
    return received;
  }

  /**
   * Returns whether the client waits for the server. Meanwhile the client may stay idle without
   * limit.
   */
  boolean answerDue() {
    return !over && !receiving && !response().headWritten();
  }

  /** Returns the time since which the client waits for the server. */
  long dueSince() {
    return dueSince;
  }

  /** Returns the resources that it holds. Most requests hold none that are charged. */
  public Holdings holdings() {
    if (holdings == null) {
      holdings = new Holdings(this, loop);
    }
    return holdings;
  }

  /** Records that the client has taken bytes of the reply. */
  void progressed() {
    if (holdings != null) {
      holdings.progressed();
    }
  }

  Pages pages() {
    return loop.pages();
  }

  TransferWatch watch() {
    return loop.watch();
  }

  Vertx vertx() {
    return loop.vertx();
  }

  /**
   * Returns the contract's path template for logs and metrics, or "unknown"; never the actual path.
   */
  String route() {
    return operation == null ? "unknown" : operation.path();
  }

  private void release(Runnable release) {
    try {
      release.run();
    } catch (RuntimeException e) {
      LOG.error("release of a request's resources failed request={}", requestId, e);
    }
  }

  /** Reads the body of a request, and rejects a malformed one. */
  static final class BodyReception {
    private BodyReception() {}

    /**
     * Starts reading the body.
     *
     * @param whole run once the complete body has arrived with valid framing
     */
    static void begin(Exchange exchange, Runnable whole) {
      exchange.request.endHandler(end -> {
        exchange.receivedAll();
        if (exchange.connection != null && exchange.connection.breaksIn(exchange)) {
          Replies.fail(
              exchange,
              ApiError.of(ErrorCode.REQUEST_MALFORMED, "the body's chunks are not well-formed"));
        } else {
          exchange.run(whole);
        }
      });
      boolean expected =
          RequestValidator.CONTINUE.equalsIgnoreCase(exchange.request.getHeader("Expect"));
      if (expected && !exchange.over()) {
        exchange.response().writeContinue();
      }
      exchange.request.resume();
    }
  }
}
