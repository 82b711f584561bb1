package dev.gatehouse.http.exchange;

import module java.base;

import dev.gatehouse.settings.Http;
import dev.gatehouse.settings.TransferRate;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.AttributeKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;

/**
 * Connections of one event loop. Limits their number, in total and for each address, and closes
 * connections whose request headers take too long. (The idle timeout does not detect a client that
 * sends a byte now and then.)
 */
public final class ClientConnections {
  static final AttributeKey<ClientConnection> CONNECTION =
      AttributeKey.valueOf(ClientConnection.class, "connection");
  private static final String DECODER = "httpDecoder";
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int LOOKS_PER_TIMEOUT = 4;

  /** Time in which an active client sends its next request. */
  private static final long ACTIVE_NANOS = 300 * NANOS_PER_MILLI;

  private static final long SETTLE_NANOS = 2_000 * NANOS_PER_MILLI;
  private static final long SETTLE_MILLIS = 20;

  private final Map<HttpConnection, ClientConnection> open = new HashMap<>();
  private final Vertx vertx;
  private final ConnectionCharges charges;
  private final Faults faults;
  private final ConnectionDrain drain;
  private final long timeoutNanos;
  private final TransferRate minDownloadRate;
  private final long maxNanos;

  /**
   * @param drainTimeout maximum time for streams in flight while the node stops
   */
  public ClientConnections(
      Vertx vertx, Http settings, Duration drainTimeout, ConnectionCharges charges, Faults faults) {
    this.faults = faults;
    this.vertx = vertx;
    this.charges = charges;
    this.drain = new ConnectionDrain(vertx, drainTimeout);
    this.timeoutNanos = settings.headTimeout().toNanos();
    this.minDownloadRate = settings.minDownloadRate();
    this.maxNanos = settings.maxDuration().toNanos();
    periodically(timeoutNanos, this::closeLate);
    periodically(Math.min(maxNanos, minDownloadRate.window().toNanos()), this::endStalled);
  }

  public void opened(HttpConnection http) {
    admit(http);
    drain.watch(http);
  }

  /** Begins the drain of the connections. Must be called on the event loop. */
  public void beginDrain() {
    drain.begin();
  }

  private void admit(HttpConnection http) {
    var connection = new ClientConnection(http, vertx.getOrCreateContext());
    if (!charges.admit(channel(http), connection)) {
      http.close();
      return;
    }
    open.put(http, connection);
    watch(http, connection);
    http.exceptionHandler(faults::note);
    http.closeHandler(closed -> {
      open.remove(http);
      connection.closed();
    });
  }

  /**
   * Records that a request's headers are complete. The header timeout pauses until it is answered.
   */
  public void begin(Exchange exchange) {
    ClientConnection connection = open.get(exchange.request.connection());
    // A connection is missing here if it exceeded the limit or has closed meanwhile.
    boolean missing = connection == null;
    if (missing) {
      connection = new ClientConnection(exchange.request.connection(), vertx.getOrCreateContext());
    }
    connection.begin(exchange);
    exchange.begin();
    if (missing) {
      exchange.finish();
    }
  }

  /** Returns the unfinished requests. */
  Stream<Exchange> exchanges() {
    return List.copyOf(open.values()).stream().flatMap(ClientConnection::exchanges);
  }

  /**
   * Returns whether a request must not be processed, because the end of its connection was
   * announced before it. Its bytes are discarded without a reply.
   */
  public boolean follows(HttpServerRequest request) {
    ClientConnection connection = open.get(request.connection());
    return connection != null && connection.endsBeforeNext();
  }

  /**
   * Stops accepting connections, and completes when no client is about to send a request on an open
   * one. A client that has just connected or got a reply has a moment to send its next request,
   * whose reply then announces the end. Closing its connection at once could reset it.
   */
  public Future<Void> settle() {
    open.keySet().stream().findFirst().ifPresent(ClientConnections::closeListener);
    Promise<Void> settled = Promise.promise();
    settle(settled, System.nanoTime() + SETTLE_NANOS);
    return settled.future();
  }

  private void settle(Promise<Void> settled, long deadline) {
    long now = System.nanoTime();
    boolean active =
        open.values().stream().anyMatch(each -> each.recentlyActive(now, ACTIVE_NANOS));
    if (active && now < deadline) {
      vertx.setTimer(SETTLE_MILLIS, tick -> settle(settled, deadline));
    } else {
      settled.complete();
    }
  }

  private static void closeListener(HttpConnection http) {
    Channel listener = channel(http).parent();
    if (listener != null) {
      listener.close();
    }
  }

  private static Channel channel(HttpConnection http) {
    return ((HttpServerConnection) http).channelHandlerContext().channel();
  }

  /** Closes a connection without waiting for unsent bytes. */
  static void cut(HttpConnection http) {
    if (http instanceof HttpServerConnection server) {
      server.channelHandlerContext().close();
    } else {
      http.close();
    }
  }

  /** Installs channel handlers for events that Vert.x has no hooks for. */
  private static void watch(HttpConnection http, ClientConnection connection) {
    if (http instanceof HttpServerConnection server) {
      ChannelPipeline pipeline = server.channelHandlerContext().pipeline();
      pipeline.channel().attr(CONNECTION).set(connection);
      pipeline.addBefore("handler", "silence", new IdleTimeoutSuspender(connection));
      if (pipeline.get(DECODER) != null) {
        pipeline.addBefore(DECODER, "head", new ClientConnection.HeadDetector(connection));
        pipeline.addAfter(DECODER, "framing", new ClientConnection.FramingFilter(connection));
      }
      HeaderLineValidator.watch(pipeline, "framing");
    }
  }

  private void periodically(long nanos, Runnable look) {
    vertx.setPeriodic(Math.max(1, nanos / NANOS_PER_MILLI / LOOKS_PER_TIMEOUT), tick -> look.run());
  }

  private void endStalled() {
    long now = System.nanoTime();
    List.copyOf(open.values())
        .forEach(connection ->
            connection.endStalled(
                now, minDownloadRate.window(), minDownloadRate.size().bytes(), maxNanos));
  }

  private void closeLate() {
    long now = System.nanoTime();
    List.copyOf(open.values()).stream()
        .filter(connection -> connection.late(now, timeoutNanos))
        .forEach(ClientConnection::close);
  }

  /**
   * Moves the clients of one event loop to other nodes while this node stops. Every HTTP/1 reply
   * announces that its connection closes, and HTTP/2 connections get a GOAWAY. Clients therefore
   * send no further request on a closing connection.
   *
   * <p>The handler is placed after the encoder, which every reply passes. This includes replies to
   * requests that began before the drain.
   */
  @Sharable
  static final class ConnectionDrain extends ChannelOutboundHandlerAdapter {
    private static final String ENCODER = "httpEncoder";

    /**
     * Delay before the GOAWAY on a new connection. Its client has a request to send, and an
     * immediate GOAWAY would only make it reconnect.
     */
    private static final long FIRST_REQUESTS_MILLIS = 250;

    private final Vertx vertx;
    private final Duration timeout;
    private final Set<HttpConnection> multiplexed = new HashSet<>();
    private boolean begun;

    /**
     * Creates a drain that has not begun.
     *
     * @param timeout maximum time for streams in flight
     */
    ConnectionDrain(Vertx vertx, Duration timeout) {
      this.vertx = vertx;
      this.timeout = timeout;
    }

    /** Tracks a new connection. Must be called on its event loop. */
    void watch(HttpConnection connection) {
      if (!(connection instanceof HttpServerConnection server)) {
        return;
      }
      ChannelPipeline pipeline = server.channelHandlerContext().pipeline();
      if (pipeline.get(ENCODER) != null) {
        pipeline.addAfter(ENCODER, "drain", this);
        return;
      }
      multiplexed.add(connection);
      pipeline.channel().closeFuture().addListener(closed -> multiplexed.remove(connection));
      if (begun) {
        vertx.setTimer(FIRST_REQUESTS_MILLIS, timer -> goAway(connection));
      }
    }

    /** Begins the drain. Must be called on the event loop. */
    void begin() {
      begun = true;
      List.copyOf(multiplexed).forEach(this::goAway);
    }

    /**
     * Sends a GOAWAY. Active streams are served; new streams are rejected, so that clients can
     * retry them elsewhere.
     */
    private void goAway(HttpConnection connection) {
      connection.shutdown(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static boolean closes(HttpResponse response) {
      return response
          .headers()
          .containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      if (begun
          && message instanceof HttpResponse response
          && response.status().codeClass() != HttpStatusClass.INFORMATIONAL) {
        response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      }
      if (message instanceof HttpResponse response && closes(response)) {
        ClientConnection connection = context.channel().attr(ClientConnections.CONNECTION).get();
        if (connection != null) {
          connection.closes();
        }
      }
      context.write(message, promise);
    }
  }

  /**
   * Suspends the idle timeout of a connection while its client waits for a reply. The operation's
   * own timeout limits that wait.
   */
  static final class IdleTimeoutSuspender extends ChannelInboundHandlerAdapter {
    private final ClientConnection connection;

    IdleTimeoutSuspender(ClientConnection connection) {
      this.connection = connection;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
      if (!(event instanceof IdleStateEvent) || !connection.answerDue()) {
        super.userEventTriggered(context, event);
      }
    }
  }
}
