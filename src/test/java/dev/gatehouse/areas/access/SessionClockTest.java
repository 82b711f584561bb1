package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Client;
import dev.gatehouse.EventStreamClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sessions while the clock is wrong for a moment. */
class SessionClockTest {
  private static final Duration JUMP = Duration.ofDays(400);

  @RegisterExtension static final TestNode NODE = new TestNode();

  private static Client.Request asked(String method, String path) {
    return NODE.request(method, "/api/proxy/" + path);
  }

  private static String signIn() {
    JsonObject code = JsonObject.of("code", TestNode.CODE);
    return asked("POST", "auth/session").json(code).answer().getString("token");
  }

  private static Client.Reply list(String token) {
    return asked("GET", "sessions").token(token).send();
  }

  private static EventStreamClient stream(String token) {
    return new EventStreamClient(
        NODE.address(),
        "/api/proxy/notifications/stream",
        Map.of("Authorization", "Bearer " + token));
  }

  /** The session would last, and permit destructive operations, until the wrong time. */
  @Test
  void clockAheadForSecondsChangesNoSession() throws Exception {
    String before = signIn();
    String during;
    try (var stream = stream(before)) {
      NODE.clock.jump(JUMP);
      list(before).expect(200);
      during = signIn();
      JsonObject notification = JsonObject.of("title", "Ahead", "body", "by a year");
      asked("POST", "notify").key(TestNode.KEY).json(notification).send();
      Waiting.until(() -> stream.events().size() == 1);
      NODE.clock.jump(JUMP.negated());
    }
    list(during).expect(200);
    NODE.clock.advance(Duration.ofMinutes(16));
    JsonObject key = JsonObject.of("name", "late");
    Client.Reply stale = asked("POST", "keys").token(during).json(key).send();
    assertEquals("verification_required", stale.json().getString("code"));
    NODE.clock.advance(Duration.ofHours(24));
    assertEquals("token_expired", list(during).json().getString("code"));
  }
}
