package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.EventStreamClient;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One address can use its share of the connections and of the streams, and no more. */
class ConnectionShareTest {
  private static final String ALIVE = "GET /api/proxy/still-alive/status";
  private static final int SHARE = 4;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("HTTP_MAX_CONNECTIONS_PER_ADDRESS", Integer.toString(SHARE));

  @RegisterExtension
  static final TestNode BEHIND_PROXY =
      new TestNode()
          .behindProxy()
          .with("HTTP_MAX_LISTENERS", "4")
          .with("HTTP_MAX_CONNECTIONS_PER_ADDRESS", Integer.toString(SHARE));

  @Test
  void closesConnectionsOverLimit() throws Exception {
    List<RawClient> open = open(NODE, SHARE);
    try (RawClient more = NODE.raw()) {
      assertTrue(more.closedByServer());
    }
    open.getFirst().close();
    Waiting.until(() -> answered(NODE));
    for (RawClient client : open) {
      client.close();
    }
  }

  @Test
  void exemptsTrustedProxyFromLimit() throws IOException {
    for (RawClient client : open(BEHIND_PROXY, 3 * SHARE)) {
      client.close();
    }
  }

  private static List<RawClient> open(TestNode node, int count) throws IOException {
    List<RawClient> open = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      open.add(node.raw());
      open.getLast().ask(ALIVE).expect(200);
    }
    return open;
  }

  private static boolean answered(TestNode node) {
    try (RawClient client = node.raw()) {
      return client.ask(ALIVE).status() == 200;
    } catch (IOException closed) {
      return false;
    }
  }

  private static final String PUBLIC = "/api/proxy/bots/trading/logs/stream";

  @Test
  void limitsAnonymousClientToQuarterOfStreams() throws Exception {
    Map<String, String> here = Map.of("X-Forwarded-For", BEHIND_PROXY.freshAddress());
    Map<String, String> elsewhere = Map.of("X-Forwarded-For", BEHIND_PROXY.freshAddress());
    try (var one = listen(here);
        var two = listen(here);
        var other = listen(elsewhere)) {
      assertEquals(200, one.status());
      assertEquals(429, two.status());
      assertEquals(200, other.status());
    }
    Waiting.until(() -> {
      try (var again = listen(here)) {
        return again.status() == 200;
      }
    });
  }

  @Test
  void allowsAllStreamsToAuthenticatedClient() {
    Map<String, String> visitor =
        Map.of("Authorization", "Bearer " + BEHIND_PROXY.token(TestNode.CODE));
    try (var one = listen(visitor);
        var two = listen(visitor)) {
      assertEquals(200, one.status());
      assertEquals(200, two.status());
    }
  }

  private static EventStreamClient listen(Map<String, String> headers) {
    return new EventStreamClient(BEHIND_PROXY.address(), PUBLIC, headers);
  }
}
