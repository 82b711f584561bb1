package dev.gatehouse.http.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.EventStreamClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Public streams are held for an hour, so one address must not use all permits. */
class AddressShareTest {
  private static final String PUBLIC = "/api/proxy/bots/trading/logs/stream";

  @RegisterExtension
  static final TestNode NODE = new TestNode().behindProxy().with("HTTP_MAX_LISTENERS", "4");

  @Test
  void limitsAnonymousClientToQuarterOfStreams() throws Exception {
    Map<String, String> here = Map.of("X-Forwarded-For", NODE.freshAddress());
    Map<String, String> elsewhere = Map.of("X-Forwarded-For", NODE.freshAddress());
    try (var one = open(here);
        var two = open(here);
        var other = open(elsewhere)) {
      assertEquals(200, one.status());
      assertEquals(429, two.status());
      assertEquals(200, other.status());
    }
    Waiting.until(() -> {
      try (var again = open(here)) {
        return again.status() == 200;
      }
    });
  }

  @Test
  void allowsAllStreamsToAuthenticatedClient() {
    Map<String, String> visitor = Map.of("Authorization", "Bearer " + NODE.token(TestNode.CODE));
    try (var one = open(visitor);
        var two = open(visitor)) {
      assertEquals(200, one.status());
      assertEquals(200, two.status());
    }
  }

  private static EventStreamClient open(Map<String, String> headers) {
    return new EventStreamClient(NODE.address(), PUBLIC, headers);
  }
}
