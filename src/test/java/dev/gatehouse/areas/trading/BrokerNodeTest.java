package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.assertFalse;

import module java.base;

import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.Client;
import dev.gatehouse.LoopbackServer;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Words;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;

/** A whole node whose positions are a broker's, and the broker hangs up, or just hangs. */
class BrokerNodeTest {
  private static final String PATH = "/api/proxy/public/trading/positions";
  private static final String SECRET = "the-brokers-secret";

  /** More than the area has places for. */
  private static final int CROWD = 70;

  private static final ExecutorService THREADS = Executors.newVirtualThreadPerTaskExecutor();
  private static final HttpServer BROKER = broker();

  /** Opens when the broker should stop responding. */
  private static volatile CountDownLatch patience = new CountDownLatch(0);

  private static volatile CountDownLatch asked = new CountDownLatch(1);

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("TRADING_POSITIONS_URL", LoopbackServer.url(BROKER))
          .with("TRADING_POSITIONS_KEY_ID", "the-brokers-id")
          .with("TRADING_POSITIONS_SECRET", SECRET);

  private static HttpServer broker() {
    return LoopbackServer.start(exchange -> {
      asked.countDown();
      try {
        patience.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      exchange.close();
    });
  }

  @Test
  void rejectsPositionsWhenBrokerIsConfigured() {
    NODE.owner("PUT", PATH).json(JsonObject.of("positions", new JsonArray())).expect(409);
  }

  @Test
  void returns502WhenBrokerIsUnavailable() {
    Client.Reply reply = NODE.get(PATH).expect(502);
    assertFalse(reply.text().contains(SECRET), reply.text());
  }

  /** Requests that need no broker are answered while it hangs. */
  @ParameterizedTest
  @Words(
      """
      /api/proxy/historical-data /api/proxy/bots/trading/logs /api/proxy/trading/watchlist
      /api/proxy/still-alive/status
      """)
  void aBrokerThatHangsCostsOthersNothing(String other) throws Exception {
    // The circuit breaker's rest after what other tests have done.
    NODE.clock.advance(Duration.ofMinutes(5));
    asked = new CountDownLatch(1);
    var open = new CountDownLatch(1);
    patience = open;
    try {
      List<Future<Client.Reply>> crowd =
          IntStream.range(0, CROWD).mapToObj(i -> THREADS.submit(() -> NODE.get(PATH))).toList();
      asked.await();
      NODE.owner("GET", other).expect(200);
      assertFalse(crowd.stream().allMatch(Future::isDone), "the broker hangs still");
      open.countDown();
      Waiting.until(() -> crowd.stream().allMatch(Future::isDone));
    } finally {
      open.countDown();
    }
  }
}
