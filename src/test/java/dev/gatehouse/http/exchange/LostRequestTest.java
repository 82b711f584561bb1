package dev.gatehouse.http.exchange;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.Waiting;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests that no handler ever answers. */
@ExtendWith(VertxExtension.class)
class LostRequestTest {
  private final AtomicReference<Exchange> lost = new AtomicReference<>();

  @Test
  void endsRequestOfSilentWorker(Vertx vertx) throws Exception {
    var ended = new CountDownLatch(1);
    var server =
        new ExchangeServer(
            vertx,
            Map.of("GATEHOUSE_HTTP_MAX_DURATION", "1s"),
            (exchange, own) -> {
              exchange.onFinish(ended::countDown);
              own.executeBlocking(
                      () -> {
                        ended.await();
                        return 1;
                      })
                  .onSuccess(result -> exchange.response().end());
            });
    try (RawClient client = server.client()) {
      RawClient.Reply reply = client.ask("GET /");
      assertEquals("timeout", reply.code(), reply.text());
    }
    ended.await();
  }

  /** The time that an operation can take is 30 s if it has no timeout. */
  @Test
  void answersRequestOfIncompletePromise(Vertx vertx) throws Exception {
    var server =
        new ExchangeServer(
            vertx,
            Map.of(),
            (exchange, own) -> {
              Promise.<Void>promise().future().onSuccess(never -> exchange.response().end());
              lost.set(exchange);
            });
    try (RawClient client = server.client()) {
      client.send(RawClient.head("GET /"));
      Waiting.until(() -> lost.get() != null);
      look(Duration.ofSeconds(20));
      assertFalse(lost.get().over());
      look(Duration.ofSeconds(31));
      client.read().expect(500, "internal_error");
    }
  }

  /** Looks at the deadlines as if a time had passed. */
  private void look(Duration later) {
    Promise<Void> looked = Promise.promise();
    long now = System.nanoTime() + later.toNanos();
    lost.get()
        .after(
            Duration.ofMillis(1),
            () -> {
              lost.get().connection.endStalled(now, later.plusHours(1), 0, Long.MAX_VALUE);
              looked.complete();
            });
    looked.future().await();
  }
}
