package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.EventStreamClient;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes over one store, one of which has a wrong clock. */
@Tag("slow")
class ClockOffsetTest {
  @Order(1)
  @RegisterExtension
  static final SharedStore STORE = new SharedStore();

  @RegisterExtension static final TestNode RIGHT = STORE.serves(node());
  @RegisterExtension static final TestNode WRONG = STORE.serves(node());
  @RegisterExtension static final TestNode THIRD = STORE.serves(node());

  private static TestNode node() {
    return new TestNode().behindProxy().with("SECURITY_MAX_ATTEMPTS", "1");
  }

  private static boolean ready(TestNode node) {
    return health(node).contains("\"ready\":true");
  }

  private static String health(TestNode node) {
    return node.client().owner("GET", "/api/proxy/node/health").send().text();
  }

  private static int alive(TestNode node, String address) {
    return node.client()
        .request("GET", "/api/proxy/still-alive/status")
        .from(address)
        .send()
        .status();
  }

  private static Instant lastRun(TestNode node, String job) {
    JsonObject jobs = node.client().owner("GET", "/api/proxy/node/jobs").answer();
    return Samples.one(jobs.getJsonArray("jobs"), "name", job)
        .getJsonObject("last")
        .getInstant("startedAt");
  }

  private static String banned() {
    String address = RIGHT.freshAddress();
    RIGHT.login("wrong-code").from(address).send();
    return address;
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT2M", "-PT2M", "PT2H", "-PT2H", "P400D", "-P400D", "-P20000D"})
  void ranksServersClockAboveOwn(Duration offset) throws Exception {
    String earlier = banned();
    Waiting.until(() -> alive(WRONG, earlier) == 403);
    Instant run = lastRun(RIGHT, "access.deleteExpired");
    WRONG.clock.jump(offset);
    try {
      Waiting.until(() -> !ready(WRONG));
      assertTrue(health(WRONG).contains("this node runs no jobs"), health(WRONG));
      assertEquals(
          offset.toSeconds(), WRONG.metric("gatehouse_clock_offset_seconds"), 5.0, "offset");
      assertEquals(403, alive(WRONG, earlier));
      String later = banned();
      Waiting.until(() -> alive(WRONG, later) == 403);
      assertTrue(ready(RIGHT));
      assertTrue(ready(THIRD));
      for (TestNode each : List.of(RIGHT, WRONG, THIRD)) {
        assertEquals(run, lastRun(each, "access.deleteExpired"));
        assertEquals(403, alive(each, earlier));
      }
    } finally {
      WRONG.clock.jump(offset.negated());
    }
    Waiting.until(() -> ready(WRONG));
    assertEquals(403, alive(WRONG, earlier));
  }

  private static String inAnHour(TestNode node) {
    return node.clock
        .instant()
        .plus(Duration.ofHours(1))
        .truncatedTo(ChronoUnit.SECONDS)
        .toString();
  }

  @Test
  void answersEquallyWhileAClockIsAhead() throws Exception {
    WRONG.clock.jump(Duration.ofHours(2));
    try {
      Waiting.until(() -> !ready(WRONG));
      JsonObject url =
          JsonObject.of(
              "key", "offset", "url", "https://example.org/", "expiresAt", inAnHour(RIGHT));
      RIGHT.client().owner("POST", "/api/proxy/redirects").json(url).expect(201);
      for (TestNode each : List.of(RIGHT, WRONG, THIRD)) {
        each.client().get("/api/proxy/redirects/resolve/offset").expect(200);
      }
      assertEquals(200, listens(WRONG, RIGHT));
      assertEquals(200, listens(RIGHT, WRONG));
      assertEquals(code(RIGHT), code(WRONG));
    } finally {
      WRONG.clock.jump(Duration.ofHours(-2));
    }
    Waiting.until(() -> ready(WRONG));
  }

  /** Returns the status of a stream of one node that is opened with a ticket of another. */
  private static int listens(TestNode issuer, TestNode node) {
    String ticket =
        issuer
            .client()
            .request("POST", "/api/proxy/auth/ticket")
            .token(issuer.client().token(TestNode.CODE))
            .answer()
            .getString("ticket");
    String target = "/api/proxy/notifications/stream?ticket=" + ticket;
    try (var stream = new EventStreamClient(node.address(), target, Map.of())) {
      return stream.status();
    }
  }

  private static String code(TestNode node) throws IOException {
    return node.manage("access.currentCode", new JsonObject()).json().getString("code");
  }

  @Test
  void reportsSmallOffsetAndStaysReady() throws Exception {
    WRONG.clock.jump(Duration.ofSeconds(10));
    try {
      Waiting.until(() -> health(WRONG).contains("s ahead of the document server's clock"));
      assertTrue(ready(WRONG));
    } finally {
      WRONG.clock.jump(Duration.ofSeconds(-10));
    }
    Waiting.until(() -> !health(WRONG).contains("ahead of"));
  }
}
