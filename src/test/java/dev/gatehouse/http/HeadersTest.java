package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Words;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers of every response: the request id, security headers and CORS exposure. */
class HeadersTest {
  private static final String ALIVE = "/api/proxy/still-alive/status";
  private static final String FRONT_END = "https://site.example";

  @RegisterExtension static final TestNode NODE = new TestNode().with("CORS_ORIGINS", FRONT_END);

  @Test
  void echoesValidRequestIdAndReplacesInvalid() throws IOException {
    try (RawClient raw = NODE.raw()) {
      for (String id : new String[] {"a", "A-1._z", "x".repeat(64)}) {
        assertEquals(id, raw.ask("GET " + ALIVE, "X-Request-Id: " + id).header("X-Request-Id"));
      }
      for (String id : new String[] {"", "a b", "x".repeat(65), "a\"b", "é", "<script>"}) {
        String made = raw.ask("GET " + ALIVE, "X-Request-Id: " + id).header("X-Request-Id");
        assertNotEquals(id, made);
        assertTrue(made.matches("[A-Za-z0-9._-]{1,64}"), made);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {ALIVE, "/nowhere", "/deployment/info", "/openapi.json", "/audio/%zz"})
  void setsSecurityHeadersOnEveryReply(String path) throws IOException {
    RawClient.Reply reply = NODE.ask("GET " + path);
    assertEquals("nosniff", reply.header("X-Content-Type-Options"));
    assertEquals("DENY", reply.header("X-Frame-Options"));
    assertEquals("no-referrer", reply.header("Referrer-Policy"));
    assertTrue(reply.header("Content-Security-Policy").startsWith("default-src 'none'"));
    assertNull(reply.header("Server"));
    assertNull(reply.header("Strict-Transport-Security"), "only TLS may promise TLS");
  }

  @ParameterizedTest
  @Words(
      """
      /nowhere /deployment/info /openapi.json /swagger /audio/n.wav
      """)
  void headAnswersAsGetWithoutTheBody(String path) throws IOException {
    try (RawClient raw = NODE.raw()) {
      RawClient.Reply get = raw.ask("GET " + path);
      RawClient.Reply head = raw.ask("HEAD " + path);
      assertEquals(get.status(), head.status());
      // The uptime in the status may gain a digit between the two requests.
      assertEquals(get.headers().keySet(), head.headers().keySet());
      assertEquals(get.header("Content-Type"), head.header("Content-Type"));
      assertEquals(200, raw.ask("GET " + ALIVE).status(), "no body is left on the connection");
    }
  }

  @Test
  void answersPreflightFromAllowedOrigin() {
    Client.Reply reply =
        NODE.request("OPTIONS", "/audio/upload")
            .header("Origin", FRONT_END)
            .header("Access-Control-Request-Method", "POST")
            .header("Access-Control-Request-Headers", "authorization,content-type")
            .expect(204);
    assertEquals(FRONT_END, reply.header("Access-Control-Allow-Origin"));
    assertTrue(reply.header("Access-Control-Allow-Methods").contains("POST"));
    assertEquals("authorization,content-type", reply.header("Access-Control-Allow-Headers"));
    assertEquals("600", reply.header("Access-Control-Max-Age"));
    assertEquals("true", reply.header("Access-Control-Allow-Credentials"));
  }

  @Test
  void exposesCorsHeadersOnSuccessAndErrors() {
    for (String path : new String[] {ALIVE, "/nowhere", "/deployment/info", "/audio/n.wav"}) {
      Client.Reply reply = NODE.request("GET", path).header("Origin", FRONT_END).send();
      assertEquals(FRONT_END, reply.header("Access-Control-Allow-Origin"), path);
      Set<String> exposed = Set.of(reply.header("Access-Control-Expose-Headers").split(",\\s*"));
      assertTrue(
          exposed.containsAll(
              Set.of("X-Request-Id", "RateLimit", "Retry-After", "ETag", "Content-Range")));
      assertEquals("Origin", reply.header("Vary"));
    }
  }

  @ParameterizedTest
  @Words(
      """
      https://evil.example null http://site.example https://site.example.evil
      """)
  void otherOriginsMayNot(String origin) {
    Client.Reply reply = NODE.request("GET", ALIVE).header("Origin", origin).expect(200);
    assertNull(reply.header("Access-Control-Allow-Origin"));
    Client.Reply preflight =
        NODE.request("OPTIONS", ALIVE)
            .header("Origin", origin)
            .header("Access-Control-Request-Method", "GET")
            .send();
    assertNull(preflight.header("Access-Control-Allow-Origin"));
    assertNull(preflight.header("Access-Control-Allow-Methods"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/*|200", "application/json|200", "application/*|200",
        "text/html, */*;q=0.1|200", "application/json; charset=utf-8|200", "text/html|406",
        "image/png, text/*|406", "application/xml|406", "application/json-seq|406",
        "application/json;q=0|406",
      })
  void whatIsNotProducedIsNotAcceptable(String accept, int status) {
    NODE.request("GET", ALIVE).header("Accept", accept).expect(status);
  }

  /** The rate limit of this node is disabled. */
  @ParameterizedTest
  @CsvSource({ALIVE + ", 200, 200", "/deployment/info, 401, 200", "/nowhere, 404, 404"})
  void allowsUnlimitedRequestsWithoutLimitHeaders(String path, int visitor, int owner) {
    for (int i = 0; i < 60; i++) {
      for (Client.Reply reply :
          List.of(NODE.get(path).expect(visitor), NODE.owner("GET", path).expect(owner))) {
        assertNull(reply.header("RateLimit"));
        assertNull(reply.header("RateLimit-Policy"));
      }
    }
  }

  @Test
  void setsNoStoreOnSensitiveReplies() {
    Client.Reply info = NODE.owner("GET", "/deployment/info").send();
    assertEquals("private, no-store", info.header("Cache-Control"));
    assertEquals("no-store", NODE.get("/deployment/info").header("Cache-Control"));
    assertFalse(NODE.get("/deployment/info").text().contains(TestNode.KEY));
  }
}
