package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A clock that is wrong for a while destroys nothing, although all jobs run meanwhile. */
@Tag("slow")
class ClockJumpTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("SECURITY_MAX_ATTEMPTS=1 SMTP_URL=smtp://127.0.0.1:1")
          .with("OWNER_EMAIL", "owner@example.org");

  private static Client.Request asked(String method, String path) {
    return NODE.request(method, "/api/proxy/" + path);
  }

  private static Client.Reply post(String idempotencyKey) {
    return asked("POST", "notify")
        .key(TestNode.KEY)
        .header("Idempotency-Key", idempotencyKey)
        .json(JsonObject.of("title", "a title", "body", idempotencyKey))
        .send();
  }

  private static JsonObject list(String path) {
    return asked("GET", path).key(TestNode.KEY).expect(200).json();
  }

  /** Returns the start of a job's last run; empty while it runs. It can end after a jump. */
  private static String lastRun(String job) {
    JsonObject found = Samples.one(list("node/jobs").getJsonArray("jobs"), "name", job);
    JsonObject last = found.getJsonObject("last");
    return last.getString("endedAt") == null ? "" : last.getString("startedAt");
  }

  private static boolean confirmed() {
    return NODE.metric("gatehouse_clock_confirmed") == 1;
  }

  /** What a wrong clock must not change. */
  private record Standing(String banned, String token, String key) {
    static Standing made() {
      String address = NODE.freshAddress();
      NODE.login("wrong-code").from(address).send();
      String token = NODE.token(TestNode.CODE);
      asked("POST", "auth/logout").token(token).expect(200);
      assertTrue(post(address).status() < 300);
      return new Standing(address, token, address);
    }

    void check() {
      assertEquals(403, asked("GET", "still-alive/status").from(banned).send().status(), "ban");
      assertEquals(
          "the token is revoked", asked("GET", "deployment/info").token(token).send().error());
      assertEquals("true", post(key).header("Idempotent-Replayed"));
      assertTrue(list("notifications").encode().contains("\"" + key + "\""), "notification");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT2M", "-PT2M", "PT1H", "-PT1H", "P1D", "-P1D", "P400D", "-P20000D"})
  void losesNothingDuringJump(Duration jump) throws Exception {
    NODE.clock.advance(Duration.ofHours(2));
    String due = NODE.clock.instant().toString();
    Waiting.until(ClockJumpTest::confirmed);
    // A run later than that would not be due again after the jump.
    Waiting.until(() -> lastRun("access.deleteExpired").compareTo(due) > 0);
    NODE.clock.advance(Duration.ofMinutes(30));
    Standing standing = Standing.made();
    standing.check();
    String before = lastRun("access.deleteExpired");

    NODE.clock.jump(jump);
    String during = NODE.freshAddress();
    assertTrue(post(during).status() < 300);
    NODE.clock.advance(Duration.ofMinutes(50));
    Waiting.until(() -> {
      String last = lastRun("access.deleteExpired");
      return !last.isEmpty() && !last.equals(before);
    });
    Waiting.until(() -> !confirmed());
    asked("GET", "still-alive/status").from(standing.banned).expect(403);
    assertNotEquals(200, asked("GET", "deployment/info").token(standing.token).send().status());
    // The health of a moment ago may be from before the jump.
    Waiting.until(() -> health().encode().contains("deletion by age is suspended"));
    assertEquals(true, health().getBoolean("ready"));

    NODE.clock.jump(jump.negated());
    Waiting.until(ClockJumpTest::confirmed);
    standing.check();
    assertEquals("true", post(during).header("Idempotent-Replayed"), "key used during the jump");
  }

  private static JsonObject health() {
    return list("node/health").getJsonArray("nodes").getJsonObject(0);
  }

  /** During the jump the clock is confirmed by nothing, so a restart must not delete either. */
  @Test
  void losesNothingWhenRestartedDuringJump() throws IOException {
    Standing standing = Standing.made();
    NODE.clock.jump(Duration.ofDays(400));
    NODE.restart();
    NODE.clock.advance(Duration.ofMinutes(10));
    NODE.clock.jump(Duration.ofDays(-400));
    NODE.restart();
    standing.check();
  }

  private static Client.Reply oldSavesDeleted() {
    return NODE.owner("DELETE", "/games/blockgame/save/older-than/30d").send();
  }

  @Test
  void returns503ForAgesDuringJump() throws Exception {
    Instant before = NODE.clock.instant();
    NODE.clock.jump(Duration.ofDays(400));
    oldSavesDeleted().expect(503, "clock_jumped");
    NODE.clock.jump(Duration.ofDays(-400));
    oldSavesDeleted().expect(200);
    assertTrue(NODE.clock.instant().isBefore(before.plus(Duration.ofHours(1))));
  }
}
