package dev.gatehouse.http;

import dev.gatehouse.contract.Contract;
import dev.gatehouse.http.exchange.Faults;
import dev.gatehouse.settings.Http;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.OpenAPIVersion;
import io.vertx.openapi.contract.impl.OpenAPIContractImpl;
import java.util.concurrent.TimeUnit;

/** Listens, and hands every request to the stages of {@link Stages}. */
public final class HttpVerticle extends VerticleBase {
  private static final int MAX_HEAD_BYTES = 8_192;
  private static final int MAX_LINE_BYTES = 4_096;
  private static final int FORM_FIELDS = 32;
  private static final int FORM_BYTES = 16_384;

  /** Routes are made without the library's validation. */
  private static final JsonSchemaOptions NO_SCHEMAS =
      new JsonSchemaOptions().setBaseUri("app://gatehouse");

  private final HttpDependencies dependencies;
  private final Future<OpenAPIContract> routing;
  private HttpServer server;
  private HttpComposition wiring;

  /**
   * @param routing of {@link #routing}; it may be under way
   */
  public HttpVerticle(HttpDependencies dependencies, Future<OpenAPIContract> routing) {
    this.dependencies = dependencies;
    this.routing = routing;
  }

  /**
   * Makes the contract for the router, once for all verticles of a node; does not block. The
   * library's own way to make one validates it against OpenAPI's schemas first, which is a sixth of
   * what a node does until it is ready; the contract that we ship is validated by the tests.
   */
  public static Future<OpenAPIContract> routing(Vertx vertx, Contract contract) {
    return vertx.executeBlocking(() ->
        new OpenAPIContractImpl(
            contract.forRouter(), OpenAPIVersion.V3_1, SchemaRepository.create(NO_SCHEMAS)));
  }

  @Override
  public Future<?> start() {
    Http settings = dependencies.settings().http();
    wiring = new HttpComposition(vertx, dependencies);
    Faults faults = dependencies.accounting().faults();
    // Else a handler that fails would be logged by Vert.x with its stack, as often as it likes.
    vertx.getOrCreateContext().exceptionHandler(faults::note);
    var stages = new Stages(dependencies.description().contract(), wiring);
    Promise<OpenAPIContract> here = Promise.promise();
    // It may be complete on another thread; routes belong to this one.
    routing.onComplete(read -> context.runOnContext(loop -> here.handle(read)));
    return here.future()
        .compose(openApi -> {
          Routes routes = stages.routes(vertx, RouterBuilder.create(vertx, openApi));
          server =
              vertx
                  .createHttpServer(options(settings))
                  .exceptionHandler(faults::note)
                  .connectionHandler(connection -> {
                    wiring.connections.opened(connection);
                    wiring.drain.watch(connection);
                  })
                  .invalidRequestHandler(wiring.reception::malformed)
                  .requestHandler(request -> wiring.reception.admit(request, routes));
          return server.listen(port(settings), settings.host());
        });
  }

  /** From now on every reply sends its client elsewhere: the node will end. */
  public Future<Void> beginDrain() {
    Promise<Void> retired = Promise.promise();
    context.runOnContext(loop -> {
      wiring.drain.begin();
      retired.complete();
    });
    return retired.future();
  }

  /** Refuses new connections and lets those that work end. */
  @Override
  public Future<?> stop() {
    wiring.events.close();
    return server.shutdown(
        dependencies.settings().drain().timeout().toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The port that is listened on. */
  public int port() {
    return server.actualPort();
  }

  /** Vert.x gives every verticle a free port of its own for 0, and the same free port for -1. */
  private static int port(Http settings) {
    return settings.port() == 0 ? -1 : settings.port();
  }

  private static HttpServerOptions options(Http settings) {
    var options =
        new HttpServerOptions()
            .setIdleTimeout((int) settings.idleTimeout().toMillis())
            .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
            .setMaxHeaderSize(MAX_HEAD_BYTES)
            .setMaxInitialLineLength(MAX_LINE_BYTES)
            .setMaxFormFields(FORM_FIELDS)
            .setMaxFormAttributeSize(FORM_BYTES)
            .setMaxFormBufferedBytes(FORM_BYTES)
            // Else Vert.x speaks of a connection only once its first bytes have come, and an
            // upgraded one escapes Connections: neither could be bounded or timed.
            .setHttp2ClearTextEnabled(false)
            // There are no WebSockets here, and what compresses them looks at every message: with
            // more
            // than 128 requests waiting for their answers it throws.
            .setPerFrameWebSocketCompressionSupported(false)
            .setPerMessageWebSocketCompressionSupported(false)
            .setTcpNoDelay(true);
    if (settings.tls()) {
      options
          .setSsl(true)
          .setUseAlpn(true)
          .setKeyCertOptions(
              new PemKeyCertOptions()
                  .setCertPath(settings.tlsCertificate())
                  .setKeyPath(settings.tlsKey()));
    }
    return options;
  }
}
