package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The general rate limit over HTTP. Other tests cover its arithmetic. */
class RateLimitTest {
  private static final String ALIVE = "/api/proxy/still-alive/status";
  private static final String INFO = "/deployment/info";
  private static final int LIMIT = 45;
  private static final int REFUSALS = 12;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("LIMITS_DEFAULT_PER_MINUTE", Integer.toString(LIMIT))
          .with("LIMITS_OPERATOR_PER_MINUTE", "20")
          .with("SECURITY_MAX_REFUSALS", Integer.toString(REFUSALS))
          .with("CONTACT_URL", "https://example.org/contact");

  @Test
  void returns429AfterFortyFiveRequestsPerMinute() {
    String address = NODE.freshAddress();
    for (int left = LIMIT - 1; left >= 0; left--) {
      Client.Reply reply = get(ALIVE, address).expect(200);
      assertEquals("\"default\";q=45;w=60", reply.header("RateLimit-Policy"));
      assertTrue(reply.header("RateLimit").startsWith("\"default\";r=" + left + ";"));
      assertNull(reply.header("Retry-After"));
    }
    Client.Reply refused = get(ALIVE, address).expect(429);
    assertEquals(
        "rate limit exceeded; higher limits: https://example.org/contact", refused.error());
    int seconds = Integer.parseInt(refused.header("Retry-After"));
    assertTrue(seconds >= 1 && seconds <= 60, refused.header("Retry-After"));
    assertTrue(refused.header("RateLimit").startsWith("\"default\";r=0;"));
    assertEquals("no-store", refused.header("Cache-Control"));
    get(ALIVE, NODE.freshAddress()).expect(200);
  }

  @Test
  void countsFailedRequestsTowardsLimit() {
    String address = NODE.freshAddress();
    for (int i = 0; i < LIMIT / 3; i++) {
      get("/nowhere/" + i, address).expect(404);
      get(INFO, address).expect(401);
      NODE.request("DELETE", ALIVE).from(address).expect(405);
    }
    get("/nowhere", address).expect(429);
    get(INFO, address).expect(429);
    get("/openapi.json", address).expect(429);
  }

  @Test
  void countsConsoleFilesInSeparateLimit() throws Exception {
    String address = NODE.freshAddress();
    // One after the other, they could take longer than the window.
    String file = "/console/0123456789abcdef/%d.js";
    Concurrently.times(6 * LIMIT, i -> get(file.formatted(i), address).expect(404));
    get("/console/0123456789abcdef/app.js", address).expect(429);
    get("/console", address).expect(200);
  }

  @Test
  void countsUnroutableRequestsTowardsLimit() throws IOException {
    String from = "X-Forwarded-For: " + NODE.freshAddress();
    try (RawClient raw = NODE.raw()) {
      for (int i = 0; i < LIMIT; i++) {
        raw.ask("GET /%zz", from).expect(400);
      }
      raw.ask("GET /%zz", from).expect(429);
      raw.ask("GET " + ALIVE, from).expect(429);
    }
  }

  @Test
  void limitsOperatorPerKeyAcrossAddresses() {
    String address = NODE.freshAddress();
    spend(address);
    get(INFO, address).expect(429);
    Client.Reply reply = null;
    for (int i = 0; i < 20; i++) {
      reply = NODE.owner("GET", INFO).from(address).send();
      reply.expect(200);
    }
    assertEquals("\"operator\";q=20;w=60", reply.header("RateLimit-Policy"));
    Client.Reply elsewhere = NODE.owner("GET", INFO).from(NODE.freshAddress()).send();
    assertEquals(429, elsewhere.status(), "his allowance is his, wherever he is");
    get(ALIVE, NODE.freshAddress()).expect(200);
  }

  @Test
  void countsWrongKeyTowardsAddressLimit() {
    String address = NODE.freshAddress();
    Client.Reply reply = NODE.request("GET", INFO).key("wrong-key-0123456789").from(address).send();
    assertEquals("\"default\";q=45;w=60", reply.header("RateLimit-Policy"));
    spendTheRest(address, 1);
    Client.Reply refused =
        NODE.request("GET", INFO).key("wrong-key-0123456789").from(address).send();
    assertEquals(429, refused.status(), "nothing is judged beyond the limit");
  }

  @Test
  void blocksAddressAfterRepeatedRefusals() {
    String address = NODE.freshAddress();
    spend(address);
    for (int i = 0; i < REFUSALS; i++) {
      get(ALIVE, address).expect(429);
    }
    Client.Reply blocked = get(ALIVE, address).expect(403);
    assertEquals("this address is blocked", blocked.error());
    int seconds = Integer.parseInt(blocked.header("Retry-After"));
    assertTrue(seconds > 500 && seconds <= 600, blocked.header("Retry-After"));
    assertNotNull(get(ALIVE, NODE.freshAddress()).header("RateLimit"));
  }

  private static Client.Reply get(String path, String address) {
    return NODE.request("GET", path).from(address).send();
  }

  private static void spend(String address) {
    spendTheRest(address, 0);
  }

  private static void spendTheRest(String address, int spent) {
    IntStream.range(spent, LIMIT).forEach(i -> get(ALIVE, address).expect(200));
  }
}
