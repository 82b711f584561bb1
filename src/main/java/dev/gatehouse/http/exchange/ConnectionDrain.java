package dev.gatehouse.http.exchange;

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
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Sends the clients of one event loop elsewhere while the node ends: every reply says that its
 * connection closes, and connections of HTTP/2 get a GOAWAY, so that no client asks again on a
 * connection that is about to go. It stands behind the encoder, where a reply's head is written
 * whoever wrote it: a request that came before the end began is answered so, too.
 */
@Sharable
public final class ConnectionDrain extends ChannelOutboundHandlerAdapter {
  private static final String ENCODER = "httpEncoder";

  /** Whoever connects wants to ask something: a GOAWAY at once would only make him try again. */
  private static final long FIRST_REQUESTS_MILLIS = 250;

  private final Vertx vertx;
  private final Duration timeout;
  private final Set<HttpConnection> multiplexed = new HashSet<>();
  private boolean begun;

  /**
   * A drain that has not begun.
   *
   * @param timeout how long streams in flight may take
   */
  public ConnectionDrain(Vertx vertx, Duration timeout) {
    this.vertx = vertx;
    this.timeout = timeout;
  }

  /** Watches over a new connection; to be called on its event loop. */
  public void watch(HttpConnection connection) {
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

  /** Begins; to be called on the event loop. */
  public void begin() {
    begun = true;
    List.copyOf(multiplexed).forEach(this::goAway);
  }

  /** Streams that have begun are served, others are refused so that they can be tried elsewhere. */
  private void goAway(HttpConnection connection) {
    connection.shutdown(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (begun
        && message instanceof HttpResponse response
        && response.status().codeClass() != HttpStatusClass.INFORMATIONAL) {
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    context.write(message, promise);
  }
}
