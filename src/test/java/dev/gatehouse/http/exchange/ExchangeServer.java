package dev.gatehouse.http.exchange;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestSettings;
import dev.gatehouse.http.exchange.Faults.UnhandledExceptions;
import dev.gatehouse.http.ledger.LedgerMetrics;
import dev.gatehouse.http.ledger.ResourceLedger;
import dev.gatehouse.http.ledger.ResourcePlan;
import dev.gatehouse.http.ledger.ResourcePlan.MemoryBounds;
import dev.gatehouse.security.ClientAddress;
import dev.gatehouse.settings.Http;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;

/** HTTP server with one event loop, whose requests a test handles. */
final class ExchangeServer extends AbstractVerticle {
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final Faults faults = new Faults(metrics);
  private final Http settings;
  private final ResourceLedger ledger;
  private final BiConsumer<Exchange, Vertx> handler;
  private ClientConnections connections;
  private HttpServer server;

  /**
   * Starts to listen.
   *
   * @param environment settings that are not the defaults
   */
  ExchangeServer(
      Vertx vertx, Map<String, String> environment, BiConsumer<Exchange, Vertx> handler) {
    this.settings = TestSettings.of(environment).http();
    this.ledger =
        LedgerMetrics.ledger(ResourcePlan.of(settings, MemoryBounds.ofJvm()).limits(), metrics);
    this.handler = handler;
    vertx.deployVerticle(this).await();
  }

  @Override
  public void start(Promise<Void> started) {
    connections =
        new ClientConnections(
            vertx,
            settings,
            Duration.ofSeconds(1),
            new ConnectionCharges(ledger, peer -> "", 0, 1, new SendBuffers(0, 65_536)),
            faults);
    context.exceptionHandler(new UnhandledExceptions(connections, faults)::handle);
    var loop =
        new Loop(
            vertx,
            vertx.createSharedWorkerExecutor("json"),
            InstantSource.system(),
            ledger,
            new TransferWatch(vertx, settings.minDownloadRate()),
            null);
    server =
        vertx
            .createHttpServer()
            .connectionHandler(connections::opened)
            .requestHandler(request -> handle(request, loop));
    server.listen(0, "127.0.0.1").<Void>mapEmpty().onComplete(started);
  }

  private void handle(HttpServerRequest request, Loop loop) {
    request.pause();
    var client = new ClientAddress("127.0.0.1", "127.0.0.1", false, false, false);
    var exchange = new Exchange(loop, request, "1", client);
    connections.begin(exchange);
    handler.accept(exchange, vertx);
  }

  RawClient client() throws IOException {
    return new RawClient("http://127.0.0.1:" + server.actualPort());
  }

  /** Returns the number of exceptions that no stage has handled. */
  double faults() {
    return metrics.find("gatehouse.http.faults").counters().stream()
        .mapToDouble(Counter::count)
        .sum();
  }
}
