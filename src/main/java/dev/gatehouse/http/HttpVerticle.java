package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.bus.Loops;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.http.exchange.ConnectionCharges;
import dev.gatehouse.http.exchange.Faults;
import dev.gatehouse.http.exchange.Faults.UnhandledExceptions;
import dev.gatehouse.settings.Http;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.DelegatingSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.spi.tls.DefaultSslContextFactory;
import io.vertx.core.spi.tls.SslContextFactory;
import io.vertx.openapi.contract.OpenAPIContract;

/** Listens for connections and passes every request to the stages of {@link Stages}. */
public final class HttpVerticle extends VerticleBase {
  private static final int MAX_HEAD_BYTES = 8_192;
  private static final int MAX_LINE_BYTES = 4_096;

  private final HttpDependencies dependencies;
  private final Future<Map<String, OpenAPIContract>> routing;
  private HttpServer server;
  private HttpComposition composition;

  /**
   * @param routing the result of {@link #routing}; it may still be pending
   */
  public HttpVerticle(HttpDependencies dependencies, Future<Map<String, OpenAPIContract>> routing) {
    this.dependencies = dependencies;
    this.routing = routing;
  }

  /** Reads the contract for the routers once for all verticles of a node. Does not block. */
  public static Future<Map<String, OpenAPIContract>> routing(Vertx vertx, Contract contract) {
    return Routes.contracts(vertx, contract);
  }

  @Override
  public Future<?> start() {
    Http settings = dependencies.settings().http();
    composition = new HttpComposition(vertx, dependencies);
    Faults faults = dependencies.faults();
    vertx
        .getOrCreateContext()
        .exceptionHandler(new UnhandledExceptions(composition.connections, faults)::handle);
    var stages = new Stages(dependencies.contract(), composition);
    // The future may complete on another thread, but routes must be created on this context.
    return Loops.back(routing)
        .compose(contracts -> {
          Routes routes = stages.routes(vertx, contracts);
          routes.add(dependencies.probe().path(), OwnPortProbe.router(vertx));
          server =
              vertx
                  .createHttpServer(options())
                  .exceptionHandler(faults::note)
                  .connectionHandler(composition.connections::opened)
                  .invalidRequestHandler(composition.requestHandler::malformed)
                  .requestHandler(composition.requestHandler.routing(routes));
          return server
              .listen(port(settings), settings.host())
              .onSuccess(own -> dependencies.certificate().ifPresent(tls -> tls.serves(own)));
        });
  }

  /**
   * Starts draining connections, because the node is about to stop. From now on every reply sends
   * its client to another node.
   */
  public Future<Void> beginDrain() {
    Promise<Void> retired = Promise.promise();
    context.runOnContext(loop -> {
      composition.connections.beginDrain();
      retired.complete();
    });
    return retired.future();
  }

  /** Rejects new connections and waits for active requests to finish. */
  @Override
  public Future<?> stop() {
    composition.events.close();
    var drain = dependencies.settings().drain();
    Future<Void> settled =
        drain.delay().isZero() ? Future.succeededFuture() : composition.connections.settle();
    return settled.compose(
        none -> server.shutdown(drain.timeout().toMillis(), TimeUnit.MILLISECONDS));
  }

  /** Returns the port that the server listens on. */
  public int port() {
    return server.actualPort();
  }

  /**
   * Maps port 0 to -1. For 0, Vert.x gives each verticle a different free port; for -1, all
   * verticles share one free port.
   */
  private static int port(Http settings) {
    return settings.port() == 0 ? -1 : settings.port();
  }

  private HttpServerOptions options() {
    Http settings = dependencies.settings().http();
    var options =
        new HttpServerOptions()
            .setIdleTimeout((int) settings.idleTimeout().toMillis())
            .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
            .setMaxHeaderSize(MAX_HEAD_BYTES)
            .setMaxInitialLineLength(MAX_LINE_BYTES)
            // With h2c enabled, Vert.x reports a connection only after its first bytes, and an
            // upgraded connection bypasses ClientConnections. Neither could be limited or timed
            // out.
            .setHttp2ClearTextEnabled(false)
            // The server has no WebSockets. Their compression handler inspects every message and
            // throws when more than 128 requests are waiting for replies.
            .setPerFrameWebSocketCompressionSupported(false)
            .setPerMessageWebSocketCompressionSupported(false)
            .setTcpNoDelay(true);
    dependencies
        .certificate()
        .ifPresent(tls ->
            options
                .setSsl(true)
                .setUseAlpn(true)
                .setSslEngineOptions(new ChargedTls(dependencies.charges()))
                .setKeyCertOptions(tls.current().pem().options()));
    return options;
  }

  /** TLS of the JDK that charges each connection before its handshake. */
  static final class ChargedTls extends JdkSSLEngineOptions {
    private final ConnectionCharges charges;

    ChargedTls(ConnectionCharges charges) {
      this.charges = charges;
    }

    @Override
    public ChargedTls copy() {
      return new ChargedTls(charges);
    }

    @Override
    public SslContextFactory sslContextFactory() {
      return new DefaultSslContextFactory(SslProvider.JDK, false) {
        @Override
        public SslContext create() throws SSLException {
          return new Context(super.create(), charges);
        }
      };
    }

    private static final class Context extends DelegatingSslContext {
      private final ConnectionCharges charges;

      Context(SslContext context, ConnectionCharges charges) {
        super(context);
        this.charges = charges;
      }

      @Override
      protected SslHandler newHandler(ByteBufAllocator alloc, boolean startTls, Executor executor) {
        return new Handler(newEngine(alloc), executor, charges);
      }

      @Override
      protected SslHandler newHandler(
          ByteBufAllocator alloc, String host, int port, boolean startTls, Executor executor) {
        return new Handler(newEngine(alloc, host, port), executor, charges);
      }

      @Override
      protected void initEngine(SSLEngine engine) {
        // Vert.x configures the engine.
      }
    }

    private static final class Handler extends SslHandler {
      private final ConnectionCharges charges;

      Handler(SSLEngine engine, Executor executor, ConnectionCharges charges) {
        super(engine, executor);
        this.charges = charges;
      }

      @Override
      public void handlerAdded(ChannelHandlerContext context) throws Exception {
        super.handlerAdded(context);
        if (!charges.beginHandshake(context.channel(), handshakeFuture())) {
          context.channel().close();
        }
      }
    }
  }
}
