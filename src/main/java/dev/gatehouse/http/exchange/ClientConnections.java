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
 * The connections of one event loop: bounded in number, those of one address too, and closed when a
 * client takes too long over a request's head. (The idle timeout does not see a client that sends a
 * byte now and then.)
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
   * @param counted says whom a socket's address counts for; empty for one that has no share
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

  /** A request's head has come; the client owes nothing until it is answered. */
  public void begin(Exchange exchange) {
    ClientConnection connection = open.get(exchange.request.connection());
    // Unknown is one that was over the bound, or that has closed meanwhile.
    (connection == null ? new ClientConnection(exchange.request.connection()) : connection)
        .begin(exchange);
    exchange.begin();
    if (connection == null) {
      exchange.finish();
    }
  }

  /** Closes without waiting for what the client does not take. */
  static void cut(HttpConnection http) {
    if (http instanceof HttpServerConnection server) {
      server.channelHandlerContext().close();
    } else {
      http.close();
    }
  }

  /** Vert.x has no hook for any of these. */
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
