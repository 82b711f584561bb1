package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.RawClient;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The last request of a connection, and its reply. */
class ConnectionEndTest {
  private static final String ALIVE = "GET /api/proxy/still-alive/status";

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @Test
  void ignoresRequestsBehindCloseOfClient() throws IOException {
    long before = notifications();
    try (RawClient raw = NODE.raw()) {
      raw.send(RawClient.head(ALIVE, "Connection: close") + notification());
      assertEquals("close", raw.read().expect(200).header("Connection"));
      assertTrue(raw.closedByServer());
    }
    assertEquals(before, notifications());
  }

  @Test
  void ignoresRequestsBehindCloseOfServer() throws IOException {
    long before = notifications();
    int length = 200_000;
    try (RawClient raw = NODE.raw()) {
      raw.send(
          RawClient.head("GET /nowhere", "Content-Length: " + length)
              + "x".repeat(length)
              + notification());
      assertEquals("close", raw.read().header("Connection"));
      assertTrue(raw.closedByServer());
    }
    assertEquals(before, notifications());
  }

  @Test
  void answersHeadWithLongTargetWithoutBody() throws IOException {
    String target = " /" + "a".repeat(5_000);
    try (RawClient raw = NODE.raw()) {
      raw.send(RawClient.head("HEAD" + target)).read(true).expect(414);
      assertTrue(raw.closedByServer(), "no byte follows");
    }
    try (RawClient raw = NODE.raw()) {
      raw.ask(ALIVE).expect(200);
      raw.send(RawClient.head("HEAD" + target)).read(true).expect(414);
      assertTrue(raw.closedByServer(), "no byte follows");
    }
    RawClient.Reply reply =
        NODE.exchange(RawClient.head("GET" + target)).expect(414, "uri_too_long");
    assertEquals("close", reply.header("Connection"));
  }

  private static String notification() {
    String body = "{\"title\":\"behind\",\"body\":\"b\"}";
    return RawClient.head(
            "POST /api/proxy/notify",
            "X-API-Key: " + TestNode.KEY,
            "Content-Type: application/json",
            "Content-Length: " + body.length())
        + body;
  }

  private static long notifications() {
    JsonObject listed = NODE.owner("GET", "/api/proxy/notifications?limit=1").answer();
    return Samples.<Integer>at(listed, "/data/pagination/total");
  }
}
