package dev.gatehouse.http.exchange;

import module java.base;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;

/**
 * Moves the clients of one event loop to other nodes while this node stops. Every HTTP/1 reply
 * announces that its connection closes, and HTTP/2 connections get a GOAWAY. Clients therefore send
 * no further request on a closing connection.
 *
 * <p>The handler is placed after the encoder, which every reply passes. This includes replies to
 * requests that began before the drain.
 */
@Sharable
final class ConnectionDrain extends ChannelOutboundHandlerAdapter {
  private static final String ENCODER = "httpEncoder";

  /**
   * Delay before the GOAWAY on a new connection. Its client has a request to send, and an immediate
   * GOAWAY would only make it reconnect.
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
   * Sends a GOAWAY. Active streams are served; new streams are rejected, so that clients can retry
   * them elsewhere.
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
