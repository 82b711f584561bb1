package dev.gatehouse.calendar.google;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client that waits for its answer is not idle, however long the answer takes. */
class SilentWaitTest {
  private static final String OWNER = "X-API-Key: " + TestNode.KEY;
  private static final CountDownLatch ASKED = new CountDownLatch(1);
  private static final CountDownLatch ANSWER = new CountDownLatch(1);
  private static final HttpServer PROVIDER = provider();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("HTTP_IDLE_TIMEOUT", "400ms")
          .with("CALENDAR_PROVIDER", "google")
          .with("CALENDAR_URL", "http://127.0.0.1:" + PROVIDER.getAddress().getPort())
          .with("CALENDAR_TOKEN_URL", "http://127.0.0.1:" + PROVIDER.getAddress().getPort())
          .with("CALENDAR_ID", "owner@example.com")
          .with("CALENDAR_USER", "owner@example.com")
          .with("CALENDAR_KEY", KeyFile.of(KeyFile.keys()));

  private static HttpServer provider() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext(
          "/",
          exchange -> {
            ASKED.countDown();
            try {
              ANSWER.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            exchange.sendResponseHeaders(400, -1);
            exchange.close();
          });
      server.start();
      return server;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @AfterAll
  static void stop() {
    PROVIDER.stop(0);
  }

  @Test
  void theAnswerComesThoughTheIdleTimeIsLongOver() throws Exception {
    String body = "{\"date\":\"2034-01-05\"}";
    try (RawClient waiting = NODE.raw()) {
      waiting.send(
          RawClient.head(
                  "POST /api/proxy/calendar/available-slots",
                  OWNER,
                  "Content-Type: application/json",
                  "Content-Length: " + body.length())
              + body);
      ASKED.await();
      // What the provider has no part in is answered while it hangs.
      try (RawClient other = NODE.raw()) {
        assertEquals(404, other.ask("GET /api/proxy/calendar/cancel?token=a.b.c", OWNER).status());
        assertEquals(200, other.ask("GET /api/proxy/historical-data", OWNER).status());
      }
      for (int i = 0; i < 3; i++) {
        // Each of these is idle for as long as the idle timeout says.
        try (RawClient idle = NODE.raw()) {
          assertTrue(idle.closedByServer());
        }
      }
      ANSWER.countDown();
      assertEquals(502, waiting.read().status());
      assertTrue(waiting.closedByServer(), "now nothing is due any more");
    }
  }
}
