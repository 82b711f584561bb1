package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.RedisServer;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two nodes that count their requests in one Redis. */
class SharedLimitTest {
  private static final String ALIVE = "/api/proxy/still-alive/status";
  private static final int LIMIT = 45;

  @RegisterExtension static final RedisServer REDIS = new RedisServer();
  @RegisterExtension static final TestNode ONE = node();
  @RegisterExtension static final TestNode OTHER = node();

  private static TestNode node() {
    return new TestNode()
        .behindProxy()
        .with("LIMITS_DEFAULT_PER_MINUTE", Integer.toString(LIMIT))
        .with("REDIS_URL", REDIS.url().toString())
        .with("REDIS_TIMEOUT", "10s");
  }

  @BeforeAll
  static void bothAreConnected() throws Exception {
    Waiting.until(() -> redis(ONE).equals("up") && redis(OTHER).equals("up"));
  }

  private static String redis(TestNode node) throws IOException {
    try (var raw = new RawClient(node.managementAddress())) {
      return new JsonObject(raw.ask("GET /readyz").text())
          .getJsonObject("checks")
          .getString("redis");
    }
  }

  @Test
  void sharesRateLimitBetweenNodes() throws Exception {
    String address = ONE.freshAddress();
    List<Callable<Integer>> calls =
        IntStream.range(0, 100)
            .<Callable<Integer>>mapToObj(n -> () -> get(n % 2 == 0 ? ONE : OTHER, address).status())
            .toList();
    int allowed = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (var call : threads.invokeAll(calls)) {
        assertTrue(List.of(200, 429).contains(call.get()));
        allowed += call.get() == 200 ? 1 : 0;
      }
    }
    assertEquals(LIMIT, allowed);
    Client.Reply refused = get(OTHER, address);
    assertEquals("\"default\";q=45;w=60", refused.header("RateLimit-Policy"));
    int seconds = Integer.parseInt(refused.header("Retry-After"));
    assertTrue(seconds >= 1 && seconds <= 60, refused.header("Retry-After"));
  }

  /**
   * The body arrives while Redis counts the request. No byte is lost or taken for the next request.
   */
  @Test
  void keepsBodiesReceivedBeforeLimitCheck() throws Exception {
    byte[] wav = Wavs.tone(300_000);
    for (int i = 0; i < 5; i++) {
      ONE.client()
          .owner("POST", "/audio/upload")
          .from(ONE.freshAddress())
          .file("file", "counted-" + i + ".wav", wav)
          .expect(201);
    }
    try (RawClient raw = ONE.raw()) {
      String body = "{\"code\":\"wrong-wrong-wrong\"}";
      String head =
          "POST /api/proxy/auth/validate-access HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: "
              + ONE.freshAddress()
              + "\r\nContent-Type: application/json\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n"
              + body;
      for (int i = 0; i < 3; i++) {
        raw.send(head).read().expect(401);
      }
    }
  }

  private static Client.Reply get(TestNode node, String address) {
    return node.client().request("GET", ALIVE).from(address).send();
  }
}
