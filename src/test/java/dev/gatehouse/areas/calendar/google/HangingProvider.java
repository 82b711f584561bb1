package dev.gatehouse.areas.calendar.google;

import module java.base;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.LoopbackServer;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;

/**
 * Calendar provider that holds all requests until the test releases them, and then rejects them.
 */
final class HangingProvider {
  private volatile CountDownLatch asked = new CountDownLatch(1);
  private volatile CountDownLatch answer = new CountDownLatch(1);
  private final HttpServer server;

  HangingProvider() {
    server = LoopbackServer.start(this::hang);
  }

  private void hang(HttpExchange exchange) throws IOException {
    asked.countDown();
    Waiting.on(answer);
    exchange.sendResponseHeaders(400, -1);
    exchange.close();
  }

  /** Returns a node that uses this calendar and closes connections after 2 s without traffic. */
  TestNode node() {
    String address = LoopbackServer.url(server);
    return new TestNode()
        .with("HTTP_IDLE_TIMEOUT=2s CALENDAR_PROVIDER=google")
        .with("CALENDAR_URL", address)
        .with("CALENDAR_TOKEN_URL", address)
        .with("CALENDAR_ID=owner@example.com CALENDAR_USER=owner@example.com")
        .with("CALENDAR_KEY", KeyFile.of(KeyFile.keys()));
  }

  /** Holds all new requests again. */
  void hangAgain() {
    asked = new CountDownLatch(1);
    answer = new CountDownLatch(1);
  }

  void awaitAsked() throws InterruptedException {
    asked.await();
  }

  void answer() {
    answer.countDown();
  }
}
