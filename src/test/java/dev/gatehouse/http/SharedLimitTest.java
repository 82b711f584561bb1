package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
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
    List<Integer> statuses =
        Concurrently.times(100, n -> get(n % 2 == 0 ? ONE : OTHER, address).status());
    assertTrue(List.of(200, 429).containsAll(statuses), statuses::toString);
    assertEquals(LIMIT, Collections.frequency(statuses, 200));
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
      String request =
          RawClient.head(
                  "POST /api/proxy/auth/validate-access",
                  "X-Forwarded-For: " + ONE.freshAddress(),
                  "Content-Type: application/json",
                  "Content-Length: " + body.length())
              + body;
      for (int i = 0; i < 3; i++) {
        raw.send(request).read().expect(401);
      }
    }
  }

  private static Client.Reply get(TestNode node, String address) {
    return node.client().request("GET", ALIVE).from(address).send();
  }
}
