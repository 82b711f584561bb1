package dev.gatehouse.http.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gatehouse.RawClient;
import dev.gatehouse.Waiting;
import dev.gatehouse.http.ledger.LedgerMetrics;
import dev.gatehouse.http.ledger.MemoryBounds;
import dev.gatehouse.http.ledger.ResourceLedger;
import dev.gatehouse.http.ledger.ResourcePlan;
import dev.gatehouse.security.ClientAddress;
import dev.gatehouse.settings.Http;
import dev.gatehouse.settings.SettingsReader;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Handlers that throw exceptions in all places from which an event loop calls them. */
@ExtendWith(VertxExtension.class)
class UnhandledExceptionsTest {
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final AtomicLong finished = new AtomicLong();
  private volatile Place place;
  private HttpServer server;

  /** Where a handler throws. */
  private enum Place {
    REQUEST {
      @Override
      void begin(Exchange exchange, Vertx vertx) {
        throw new IllegalStateException("in the request handler");
      }
    },
    BODY {
      @Override
      void begin(Exchange exchange, Vertx vertx) {
        exchange.request.handler(bytes -> {
          throw new IllegalStateException("in the body handler");
        });
        exchange.receive(() -> {});
      }
    },
    END {
      @Override
      void begin(Exchange exchange, Vertx vertx) {
        exchange.receive(() -> {
          throw new NumberFormatException("in the end handler");
        });
      }
    },
    WORKER_RESULT {
      @Override
      void begin(Exchange exchange, Vertx vertx) {
        vertx
            .executeBlocking(() -> 1)
            .onSuccess(result -> {
              throw new IllegalStateException("after a worker");
            });
      }
    },
    COMPOSED {
      @Override
      void begin(Exchange exchange, Vertx vertx) {
        vertx
            .executeBlocking(() -> 1)
            .map(result -> 2)
            .eventually(() -> vertx.executeBlocking(() -> 3))
            .onComplete(done -> {
              throw new StackOverflowError();
            });
      }
    },
    TIMER {
      @Override
      void begin(Exchange exchange, Vertx vertx) {
        exchange.after(
            Duration.ofMillis(1),
            () -> {
              throw new IllegalStateException("in a timer");
            });
      }
    };

    abstract void begin(Exchange exchange, Vertx vertx);
  }

  @BeforeEach
  void listen(Vertx vertx) {
    Http settings = new SettingsReader(Map.of()).read(Path.of("none.yaml")).http();
    ResourceLedger ledger =
        LedgerMetrics.ledger(ResourcePlan.of(settings, MemoryBounds.ofJvm()).limits(), metrics);
    var faults = new Faults(metrics);
    vertx
        .deployVerticle(
            new AbstractVerticle() {
              @Override
              public void start(Promise<Void> started) {
                var connections =
                    new ClientConnections(
                        vertx,
                        settings,
                        Duration.ofSeconds(1),
                        new ConnectionCharges(ledger, peer -> "", 0, 1),
                        faults);
                context.exceptionHandler(new UnhandledExceptions(connections, faults)::handle);
                var loop =
                    new Loop(
                        vertx,
                        vertx.createSharedWorkerExecutor("json"),
                        InstantSource.system(),
                        ledger,
                        new TransferWatch(vertx, settings.minDownloadRate()));
                server =
                    vertx
                        .createHttpServer()
                        .connectionHandler(connections::opened)
                        .requestHandler(request -> handle(request, loop, connections));
                server.listen(0, "127.0.0.1").<Void>mapEmpty().onComplete(started);
              }
            })
        .await();
  }

  private void handle(HttpServerRequest request, Loop loop, ClientConnections connections) {
    request.pause();
    var client = new ClientAddress("127.0.0.1", "127.0.0.1", false, false);
    var exchange = new Exchange(loop, request, "1", client);
    connections.begin(exchange);
    exchange.onFinish(finished::incrementAndGet);
    if (request.path().equals("/begun")) {
      exchange
          .response()
          .setChunked(true)
          .write("begun")
          .onSuccess(written -> {
            throw new IllegalStateException("after the first bytes");
          });
    } else {
      place.begin(exchange, loop.vertx());
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void answersWith500(Place where) throws Exception {
    place = where;
    try (RawClient client = client()) {
      RawClient.Reply reply =
          client.send(RawClient.head("POST /", "Content-Length: 1") + "a").read();
      assertEquals(500, reply.status());
      assertEquals("internal_error", reply.json().getString("code"));
    }
    Waiting.until(() -> finished.get() == 1);
    boolean handledByExchange = where == Place.END || where == Place.TIMER;
    assertEquals(handledByExchange ? 0 : 1, faults());
  }

  @Test
  void abortsReplyThatHasBegun() throws Exception {
    try (RawClient client = client()) {
      assertThrows(IOException.class, () -> client.ask("GET /begun"));
    }
    Waiting.until(() -> finished.get() == 1);
    assertEquals(1, faults());
  }

  private RawClient client() throws IOException {
    return new RawClient("http://127.0.0.1:" + server.actualPort());
  }

  private double faults() {
    return metrics.find("gatehouse.http.faults").counters().stream()
        .mapToDouble(Counter::count)
        .sum();
  }
}
