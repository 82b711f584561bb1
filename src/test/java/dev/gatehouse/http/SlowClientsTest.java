package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients that hold connections, send too slowly, or send more than requested. */
@Tag("slow")
class SlowClientsTest {
  private static final String ALIVE = "GET /api/proxy/still-alive/status";
  private static final String VALIDATE = "POST /api/proxy/daily-code/validate";
  private static final String OWNER = "X-API-Key: " + TestNode.KEY;
  private static final String JSON = "Content-Type: application/json";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("HTTP_HEAD_TIMEOUT=5s HTTP_BODY_TIMEOUT=5s HTTP_MAX_CONNECTIONS=8");

  @Test
  void closesConnectionWithSlowHead() throws Exception {
    try (RawClient raw = NODE.raw()) {
      raw.send("GET /api/proxy/still-alive/status HTTP/1.1\r\nHost: x\r\nX-Slow: ");
      Waiting.until(() -> dripped(raw));
      assertTrue(raw.closedByServer());
    }
  }

  @Test
  void closesIdleConnections() throws IOException {
    try (RawClient raw = NODE.raw();
        RawClient served = NODE.raw()) {
      served.ask(ALIVE).expect(200);
      assertTrue(raw.closedByServer());
      assertTrue(served.closedByServer(), "its next head does not come either");
    }
  }

  @Test
  void returns408ForSlowBody() throws IOException {
    try (RawClient raw = NODE.raw()) {
      raw.send(RawClient.head(VALIDATE, OWNER, JSON, "Content-Length: 40") + "{\"code\"");
      assertEquals("the body took too long", raw.read().expect(408).error());
      assertTrue(raw.closedByServer(), "the rest of the body must not become a request");
    }
  }

  @Test
  void returns413ForChunkedBodyOverLimit() throws IOException {
    try (RawClient raw = NODE.raw()) {
      raw.send(RawClient.head(VALIDATE, OWNER, JSON, "Transfer-Encoding: chunked"));
      raw.send("5\r\n{\"cod\r\n9\r\ne\":\"abc\"}\r\n0\r\n\r\n");
      raw.read().expect(200);
      raw.send(RawClient.head(VALIDATE, OWNER, JSON, "Transfer-Encoding: chunked"));
      raw.send(("4000\r\n" + " ".repeat(0x4000) + "\r\n").repeat(5));
      raw.read().expect(413);
      assertTrue(raw.closedByServer());
    }
  }

  @Test
  void skipsSmallRejectedBodyAndServesNextRequest() throws IOException {
    String body = "{\"code\":\"abc\"}";
    try (RawClient raw = NODE.raw()) {
      raw.send(
          RawClient.head(VALIDATE, JSON, "Content-Length: " + body.length())
              + body
              + RawClient.head(ALIVE));
      raw.read().expect(401);
      raw.read().expect(200);
    }
  }

  @Test
  void sends100ContinueOnlyToAuthorizedClient() throws IOException {
    try (RawClient raw = NODE.raw()) {
      raw.send(RawClient.head(VALIDATE, JSON, "Expect: 100-continue", "Content-Length: 14"));
      raw.read().expect(401);
    }
    try (RawClient raw = NODE.raw()) {
      raw.send(RawClient.head(VALIDATE, OWNER, JSON, "Expect: 100-continue", "Content-Length: 14"));
      raw.read().expect(100);
      raw.send("{\"code\":\"abc\"}").read().expect(200);
    }
  }

  @Test
  void closesConnectionsBeyondLimit() throws Exception {
    for (int round = 0; round < 3; round++) {
      List<RawClient> open = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        open.add(NODE.raw());
      }
      assertTrue(open.getLast().closedByServer());
      for (RawClient raw : open) {
        raw.close();
      }
      Waiting.until(SlowClientsTest::served);
    }
  }

  /** A clear-text upgrade to HTTP/2 would bypass the limits and timeouts of connections. */
  @Test
  void ignoresCleartextUpgradeToHttp2() throws IOException {
    NODE.ask(
            ALIVE,
            "Connection: Upgrade, HTTP2-Settings",
            "Upgrade: h2c",
            "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA")
        .expect(200);
    try (RawClient raw = NODE.raw()) {
      raw.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
      assertTrue(raw.closedByServer());
    }
  }

  private static boolean served() {
    try (RawClient raw = NODE.raw()) {
      return raw.ask(ALIVE).status() == 200;
    } catch (IOException refused) {
      return false;
    }
  }

  /** Sends one more byte occasionally, which resets an idle timeout. */
  private static boolean dripped(RawClient raw) {
    try {
      raw.send("a");
      return false;
    } catch (IOException closed) {
      return true;
    }
  }
}
