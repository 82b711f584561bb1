package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.ErrorShape;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Malicious bytes. Each request gets its error in the standard error format. */
class HostileRequestsTest {
  private static final String ALIVE = "GET /api/proxy/still-alive/status";
  private static final String OWNER = "X-API-Key: " + TestNode.KEY;

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  @AfterEach
  void theNodeIsUp() throws IOException {
    NODE.ask(ALIVE).expect(200);
  }

  static Stream<Arguments> targets() {
    return Stream.of(
        Arguments.of("*", 400),
        Arguments.of("/audio/" + "a".repeat(201) + ".wav", 400),
        Arguments.of("//audio/a.wav", 404),
        Arguments.of("/audio/%ff%fe.wav", 400),
        Arguments.of("/AUDIO/a.wav", 404),
        Arguments.of("/audio/a%250a.wav", 400),
        Arguments.of("/audio/", 307),
        Arguments.of("/api/proxy/still-alive/status/", 307),
        Arguments.of("/audio/%", 400),
        Arguments.of("/" + "a".repeat(4_200), 414),
        Arguments.of("/audio/%zz.wav", 400),
        Arguments.of("/audio/%c0%af.wav", 400),
        Arguments.of("/audio/a b.wav", 400),
        Arguments.of("/audio/a.wav?x=%", 400),
        Arguments.of("/audio/a%2", 400),
        Arguments.of("/audio/a.wav?x=%00", 400),
        Arguments.of("/audio/a/b.wav", 404),
        Arguments.of("/audio/a%5cb.wav", 400),
        Arguments.of("/audio/a;b.wav", 400),
        Arguments.of("/audio/a%20b.wav", 400),
        Arguments.of("/nowhere?%zz=1", 400),
        Arguments.of("/audio/a%2Fb.wav", 400),
        Arguments.of("audio/a.wav", 400),
        Arguments.of("/audio/a.wav?x=%zz", 400),
        Arguments.of("/audio/a%00.wav", 400));
  }

  @ParameterizedTest
  @MethodSource("targets")
  void returnsExpectedStatusForHostileTargets(String target, int status) throws IOException {
    RawClient.Reply reply =
        NODE.ask("GET " + target, "X-Forwarded-For: " + NODE.freshAddress()).expect(status);
    if (status != 307) {
      isInTheOneShape(reply);
    }
  }

  static Stream<String> climbing() {
    return Stream.of(
        "/audio/../secrets/jwt-secret", "/audio/..%2f..%2fetc/passwd",
        "/audio/%2e%2e/x", "/audio/%2e%2e%2fsecrets",
        "/../../etc/passwd", "/audio/..\\..\\x");
  }

  @ParameterizedTest
  @MethodSource("climbing")
  void blocksAddressAfterPathTraversal(String target) throws IOException {
    String address = NODE.freshAddress();
    String from = "X-Forwarded-For: " + address;
    try (RawClient client = NODE.raw()) {
      assertEquals(
          "this address is blocked", client.ask("GET " + target, from).expect(403).error());
      NODE.everywhere(one -> one.request("GET", "/nowhere").from(address).expect(403));
      client.ask(ALIVE, from).expect(403);
    }
  }

  static Stream<Arguments> heads() {
    return Stream.of(
        Arguments.of("X-Long: " + "a".repeat(10_000), 431),
        Arguments.of("X-Many: a\r\n".repeat(1_200) + "X-Last: a", 431),
        Arguments.of("Host: elsewhere", 400),
        Arguments.of("Transfer-Encoding: gzip, chunked", 400),
        Arguments.of("Transfer-Encoding: xchunked", 400),
        Arguments.of("Content-Length: 4\r\nTransfer-Encoding: chunked", 400),
        Arguments.of("Transfer-Encoding: chunked\r\nContent-Length: 4", 400),
        Arguments.of("Content-Length: 4\r\nContent-Length: 5", 400),
        Arguments.of("Content-Length: 4, 5", 400),
        Arguments.of("Content-Length: -1", 400),
        Arguments.of("Content-Length: +4", 400),
        Arguments.of("Content-Length: abc", 400),
        Arguments.of("Content-Length: 99999999999999999999", 400),
        Arguments.of("Transfer-Encoding: chunked, identity", 400),
        Arguments.of("Transfer-Encoding : chunked", 400),
        Arguments.of("No colon here", 400),
        Arguments.of(": no name", 400),
        Arguments.of("Bad name: x", 400),
        Arguments.of("X-Nul: a\0b", 400));
  }

  /** After these heads the start of the next request is unknown, so the server must close. */
  @ParameterizedTest
  @MethodSource("heads")
  void closesConnectionAfterHostileHeads(String header, int status) throws IOException {
    try (RawClient client = NODE.raw()) {
      client.send(
          RawClient.head("POST /api/proxy/auth/validate-access", header)
              + "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n");
      isInTheOneShape(client.read().expect(status));
      assertTrue(client.closedByServer());
      assertEquals(0, client.available());
    }
  }

  @Test
  void returns400Or505ForNonHttpInput() throws IOException {
    for (String noise :
        List.of(
            "\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n", "GET\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n", "SSH-2.0-x\r\n\r\n")) {
      RawClient.Reply reply = NODE.exchange(noise);
      assertTrue(reply.status() == 400 || reply.status() == 505, noise + reply.status());
      isInTheOneShape(reply);
    }
  }

  @Test
  void returns405ForUnsupportedMethods() throws IOException {
    for (String method : new String[] {"TRACE", "PROPFIND", "get", "X-MADE-UP"}) {
      RawClient.Reply reply = NODE.ask(method + " /api/proxy/still-alive/status");
      assertEquals(405, reply.status(), method);
      assertEquals("GET, HEAD", reply.header("Allow"));
    }
    assertTrue(NODE.ask("CONNECT example.org:443").status() >= 400);
  }

  static Stream<Arguments> bodies() {
    String json = "Content-Type: application/json";
    String deep = "[".repeat(20_000) + "]".repeat(20_000);
    return Stream.of(
        Arguments.of(json, "NaN", 400),
        Arguments.of(json, "{\"code\":1e999999999}", 400),
        Arguments.of(json, "{\"code\":1e9999999999}", 400),
        Arguments.of(json, "{\"code\":0e9999999999}", 400),
        Arguments.of(json, "{\"code\":1e-2147483649}", 400),
        Arguments.of(json, "{\"code\":[" + "1e9999999999,".repeat(5_000) + "1]}", 400),
        Arguments.of(json, "{\"code\":" + "9".repeat(50_000) + "}", 400),
        Arguments.of(json, "{\"code\":" + deep + "}", 400),
        Arguments.of(json, "{\"__proto__\":{},\"code\":\"a\"}", 400),
        Arguments.of(json, "{\"code\":\"" + "a".repeat(70_000) + "\"}", 413),
        Arguments.of(json + "; charset=utf-8", "{\"code\":\"a\"}", 200),
        Arguments.of("Content-Type:", "{\"code\":\"a\"}", 415),
        Arguments.of("X-None: 1", "{\"code\":\"a\"}", 415));
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void returnsExpectedStatusForHostileBodies(String header, String body, int status)
      throws IOException {
    try (RawClient client = NODE.raw()) {
      client.send(
          RawClient.head(
              "POST /api/proxy/daily-code/validate",
              OWNER,
              header,
              "Content-Length: " + body.length()));
      RawClient.Reply reply = client.send(body).read().expect(status);
      if (status >= 400) {
        isInTheOneShape(reply);
      }
    }
  }

  /** Chunked encoding does not announce that there are no bytes. */
  @Test
  void rejectsEmptyChunkedBody() throws IOException {
    for (String path :
        new String[] {"/api/proxy/auth/validate-access", "/api/proxy/daily-code/use"}) {
      try (RawClient client = NODE.raw()) {
        client.send(
            RawClient.head(
                    "POST " + path,
                    OWNER,
                    "X-Forwarded-For: " + NODE.freshAddress(),
                    "Content-Type: application/json",
                    "Transfer-Encoding: chunked")
                + "0\r\n\r\n");
        assertEquals("a JSON body is required", client.read().expect(400).error());
      }
    }
  }

  static void isInTheOneShape(RawClient.Reply reply) {
    assertEquals("application/json", reply.header("Content-Type"));
    assertNotNull(reply.header("X-Request-Id"));
    assertNotNull(reply.error());
    assertFalse(reply.error().isBlank());
    ErrorShape.check("", reply.status(), reply.json());
  }
}
