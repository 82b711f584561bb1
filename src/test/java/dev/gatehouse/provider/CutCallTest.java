package dev.gatehouse.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Waiting;
import dev.gatehouse.bus.Deadline;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that are cancelled before they have a connection. */
class CutCallTest {
  /** Uses one event loop, so that a call's events are processed at once. */
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));

  private final FaultyProvider provider = new FaultyProvider();
  private final List<Throwable> unhandled = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    provider.close();
    vertx.close().await();
  }

  private ProviderReply ask(HttpExchange exchanges, String path) {
    ProviderRequest request = ProviderRequest.get(provider.url() + path);
    return exchanges.reply(request, Deadline.in(Duration.ofSeconds(60)));
  }

  @Test
  void doesNotSendInterruptedQueuedCall() throws Exception {
    vertx.exceptionHandler(unhandled::add);
    var exchanges = new HttpExchange(vertx, ProviderOptions.of("example").withBulkhead(1, 1));
    var go = new CountDownLatch(1);
    provider.does((asked, out) -> {
      go.await();
      FaultyProvider.Script.text("{}").answer(asked, out);
    });
    Thread first = Thread.ofVirtual().start(() -> ask(exchanges, "/first"));
    Waiting.until(() -> provider.asked().size() == 1);
    Thread second = Thread.ofVirtual().start(() -> waitInVain(exchanges));
    Waiting.until(() -> second.getState() == Thread.State.WAITING);
    second.interrupt();
    second.join();
    go.countDown();
    first.join();
    assertEquals(200, ask(exchanges, "/third").status());
    assertEquals(
        List.of("/first", "/third"),
        provider.asked().stream().map(FaultyProvider.Asked::target).toList());
    assertEquals(List.of(), unhandled);
  }

  private void waitInVain(HttpExchange exchanges) {
    try {
      ask(exchanges, "/second");
    } catch (RuntimeException ended) {
      // Expected.
    }
  }
}
