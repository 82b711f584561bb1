package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sessions while the clock is wrong for a moment. */
class SessionClockTest {
  private static final Duration JUMP = Duration.ofDays(400);

  @RegisterExtension static final TestNode NODE = new TestNode();

  private static Client.Request asked(String method, String path) {
    return NODE.client().request(method, "/api/proxy/" + path);
  }

  private static String signIn() {
    JsonObject code = new JsonObject().put("code", TestNode.CODE);
    return asked("POST", "auth/session").json(code).send().json().getString("token");
  }

  private static Client.Reply list(String token) {
    return asked("GET", "sessions").token(token).send();
  }

  /** The session would last, and permit destructive operations, until the wrong time. */
  @Test
  void clockAheadForSecondsChangesNoSession() {
    String before = signIn();
    NODE.clock.jump(JUMP);
    assertEquals(200, list(before).status());
    String during = signIn();
    NODE.clock.jump(JUMP.negated());
    assertEquals(200, list(during).status());
    NODE.clock.advance(Duration.ofMinutes(16));
    JsonObject key = new JsonObject().put("name", "late");
    Client.Reply stale = asked("POST", "keys").token(during).json(key).send();
    assertEquals("verification_required", stale.json().getString("code"));
    NODE.clock.advance(Duration.ofHours(24));
    assertEquals("token_expired", list(during).json().getString("code"));
  }
}
