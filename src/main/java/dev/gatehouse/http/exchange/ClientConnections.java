package dev.gatehouse.http.exchange;

import dev.gatehouse.settings.Http;
import io.netty.channel.ChannelPipeline;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Connections of one event loop. Limits their number, in total and for each address, and closes
 * connections whose request headers take too long. (The idle timeout does not detect a client that
 * sends a byte now and then.)
 */
public final class ClientConnections {
  private static final String DECODER = "httpDecoder";
  private static final String HANDLER = "handler";
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int LOOKS_PER_TIMEOUT = 4;

  private final Map<HttpConnection, ClientConnection> open = new HashMap<>();
  private final PerClientSemaphore permits;
  private final UnaryOperator<String> counted;
  private final Faults faults;
  private final long timeoutNanos;

  /**
   * @param counted returns the key that a socket's address counts against; empty for no limit
   */
  public ClientConnections(
      Vertx vertx,
      Http settings,
      PerClientSemaphore permits,
      UnaryOperator<String> counted,
      Faults faults) {
    this.counted = counted;
    this.faults = faults;
    this.permits = permits;
    this.timeoutNanos = settings.headTimeout().toNanos();
    vertx.setPeriodic(
        Math.max(1, timeoutNanos / NANOS_PER_MILLI / LOOKS_PER_TIMEOUT), tick -> closeLate());
  }

  public void opened(HttpConnection http) {
    String peer = http.remoteAddress() == null ? "" : http.remoteAddress().hostAddress();
    String share = peer == null ? "" : counted.apply(peer);
    if (!permits.take(share)) {
      http.close();
      return;
    }
    var connection = new ClientConnection(http);
    open.put(http, connection);
    watch(http, connection);
    http.exceptionHandler(faults::note);
    http.closeHandler(closed -> {
      open.remove(http);
      permits.giveBack(share);
      connection.closed();
    });
  }

  /**
   * Records that a request's headers are complete. The header timeout pauses until it is answered.
   */
  public void begin(Exchange exchange) {
    ClientConnection connection = open.get(exchange.request.connection());
    // A connection is missing here if it exceeded the limit or has closed meanwhile.
    (connection == null ? new ClientConnection(exchange.request.connection()) : connection)
        .begin(exchange);
    exchange.begin();
    if (connection == null) {
      exchange.finish();
    }
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
      pipeline.addBefore(HANDLER, "silence", new IdleTimeoutSuspender(connection));
      if (pipeline.get(DECODER) != null) {
        pipeline.addAfter(DECODER, "framing", new FramingFilter(connection));
      }
      HeaderLineValidator.watch(pipeline, "framing");
    }
  }

  private void closeLate() {
    long now = System.nanoTime();
    List.copyOf(open.values()).stream()
        .filter(connection -> connection.late(now, timeoutNanos))
        .forEach(ClientConnection::close);
  }
}
