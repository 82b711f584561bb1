package dev.gatehouse.http.exchange;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import ch.qos.logback.classic.Level;
import dev.gatehouse.LogLines;
import dev.gatehouse.RawClient;
import dev.gatehouse.Waiting;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Handlers that throw exceptions in all places from which an event loop calls them. */
@ExtendWith(VertxExtension.class)
class UnhandledExceptionsTest {
  private final AtomicLong finished = new AtomicLong();
  private volatile Place place;
  private ExchangeServer server;

  /** Where a handler throws. */
  private enum Place {
    REQUEST((exchange, vertx) -> fail("in the request handler")),
    BODY((exchange, vertx) -> {
      exchange.request.handler(bytes -> fail("in the body handler"));
      exchange.receive(() -> {});
    }),
    END((exchange, vertx) -> exchange.receive(() -> Integer.parseInt("in the end handler"))),
    WORKER_RESULT((exchange, vertx) ->
        vertx.executeBlocking(() -> 1).onSuccess(result -> fail("after a worker"))),
    COMPOSED((exchange, vertx) ->
        vertx
            .executeBlocking(() -> 1)
            .map(result -> 2)
            .eventually(() -> vertx.executeBlocking(() -> 3))
            .onComplete(done -> {
              throw new StackOverflowError();
            })),
    TIMER((exchange, vertx) -> exchange.after(Duration.ofMillis(1), () -> fail("in a timer")));

    private final BiConsumer<Exchange, Vertx> begin;

    Place(BiConsumer<Exchange, Vertx> begin) {
      this.begin = begin;
    }

    private static void fail(String where) {
      throw new IllegalStateException(where);
    }
  }

  @BeforeEach
  void listen(Vertx vertx) {
    server = new ExchangeServer(vertx, Map.of(), this::handle);
  }

  private void handle(Exchange exchange, Vertx vertx) {
    exchange.onFinish(finished::incrementAndGet);
    if (exchange.request.path().equals("/begun")) {
      exchange.response().setChunked(true).write("begun").onSuccess(written -> Place.fail("late"));
    } else {
      place.begin.accept(exchange, vertx);
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void answersWith500(Place where) throws Exception {
    place = where;
    try (RawClient client = server.client()) {
      client.send(RawClient.head("POST /", "Content-Length: 1") + "a");
      client.read().expect(500, "internal_error");
    }
    Waiting.until(() -> finished.get() == 1);
    boolean handledByExchange = where == Place.END || where == Place.TIMER;
    assertEquals(handledByExchange ? 0 : 1, server.faults());
  }

  @Test
  void abortsReplyThatHasBegun() throws Exception {
    try (RawClient client = server.client()) {
      assertThrows(IOException.class, () -> client.ask("GET /begun"));
    }
    Waiting.until(() -> finished.get() == 1);
    assertEquals(1, server.faults());
  }

  @Test
  void countsAllFaultsAndLogsFew() {
    try (var lines = new LogLines(Faults.class, Level.WARN)) {
      var metrics = new SimpleMeterRegistry();
      var faults = new Faults(metrics);
      faults.note(new SocketException("Connection reset"));
      faults.note(new IOException("Broken pipe"));
      faults.note(new ClosedChannelException());
      assertEquals(0, lines.list.size(), "clients have left");
      for (int i = 0; i < 500; i++) {
        faults.note(new IOException("a\nline\r\nof the client's"));
        faults.note(new IllegalStateException());
      }
      assertEquals(
          1_003,
          metrics.find("gatehouse.http.faults").counters().stream()
              .mapToDouble(Counter::count)
              .sum());
      assertEquals(5, metrics.find("gatehouse.http.faults").counters().size());
      assertEquals(1, lines.list.size());
      String line = lines.list.getFirst().getFormattedMessage();
      assertFalse(line.contains("\n") || line.contains("\r"), line);
      assertTrue(line.contains("UnhandledExceptionsTest"), line);
    }
  }
}
