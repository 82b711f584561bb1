package dev.gatehouse.http;

import static dev.gatehouse.http.HostileRequestsTest.isInTheOneShape;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Request lines, hosts and bodies that are not put together as HTTP wants them. */
class BrokenFramingTest {
  private static final String ALIVE = "GET /api/proxy/still-alive/status";
  private static final String OWNER = "X-API-Key: " + TestNode.KEY;

  @RegisterExtension static final TestNode NODE = new TestNode();

  static Stream<Arguments> wholeHeads() {
    String line = ALIVE + " HTTP/";
    String host = "\r\nHost: a\r\n\r\n";
    return Stream.of(
        Arguments.of(line + "9.9" + host, 505),
        Arguments.of(line + "2.0" + host, 505),
        Arguments.of(line + "1.10" + host, 505),
        Arguments.of(line + "0.9" + host, 505),
        Arguments.of(ALIVE + " FTP/1.1" + host, 505),
        Arguments.of("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        Arguments.of("G(ET " + line + "1.1" + host, 400),
        Arguments.of("\0" + line + "1.1" + host, 400),
        Arguments.of(line + "1.1\n\n", 400),
        Arguments.of(line + "1.1\r\n\r\n", 400),
        Arguments.of(line + "1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
        Arguments.of(line + "1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        Arguments.of(line + "1.1\r\nHost:\r\n\r\n", 400),
        Arguments.of(line + "1.1\r\nHost: a b/c@d\r\n\r\n", 400),
        Arguments.of(line + "1.1\r\nHost: a\"<b>\r\n\r\n", 400),
        Arguments.of(line + "1.1\r\nHost: a\r\nX: b\rc: d\r\n\r\n", 400),
        Arguments.of("GET /" + "a".repeat(10_000) + " HTTP/1.1" + host, 414));
  }

  @ParameterizedTest
  @MethodSource("wholeHeads")
  void headsThatAreWrongAsAWhole(String head, int status) throws IOException {
    try (RawClient client = NODE.raw()) {
      RawClient.Reply reply = client.send(head).read();
      assertEquals(status, reply.status(), reply.text());
      isInTheOneShape(reply);
    }
  }

  static Stream<Arguments> brokenChunks() {
    String json = "POST /api/proxy/daily-code/validate|application/json|";
    String stream = "PUT /api/proxy/resume|application/pdf|5\r\n%PDF-\r\n";
    return Stream.of(
        Arguments.of(json + "ZZ\r\nab\r\n"),
        Arguments.of(json + "-1\r\nab\r\n"),
        Arguments.of(json + "FFFFFFFFFFFFFFFFF\r\nab\r\n"),
        Arguments.of(json + "2;x=" + "a".repeat(10_000) + "\r\nab\r\n"),
        Arguments.of(json + "0\r\nX: " + "a".repeat(10_000) + "\r\n\r\n"),
        Arguments.of(stream + "ZZ\r\nab\r\n"),
        Arguments.of(stream + "-5\r\nab\r\n"));
  }

  /** An error or none, but an end: where the next request begins nobody knows. */
  @ParameterizedTest
  @MethodSource("brokenChunks")
  void brokenChunksEndTheConnection(String request) throws Exception {
    String[] parts = request.split("\\|", 3);
    int before = NODE.blobs().size();
    try (RawClient client = NODE.raw()) {
      client.send(
          RawClient.head(parts[0], OWNER, "Content-Type: " + parts[1], "Transfer-Encoding: chunked")
              + parts[2]
              + "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n");
      try {
        RawClient.Reply reply = client.read();
        assertEquals(400, reply.status(), reply.text());
        isInTheOneShape(reply);
      } catch (EOFException | SocketException closedWithoutAWord) {
        // as good
      }
      assertTrue(client.closedByServer());
    }
    Waiting.until(() -> NODE.blobs().size() <= before);
  }

  @Test
  void nobodyIsAskedForABodyBeforeHeIsLetIn() throws IOException {
    String expect = "Expect: 100-continue";
    String type = "Content-Type: multipart/form-data; boundary=b";
    try (RawClient client = NODE.raw()) {
      RawClient.Reply reply =
          client.ask("POST /audio/upload", type, "Content-Length: 400000", expect);
      assertEquals(401, reply.status());
      isInTheOneShape(reply);
      assertTrue(client.closedByServer());
    }
    try (RawClient client = NODE.raw()) {
      String head = RawClient.head("POST /audio/upload", OWNER, type, "Content-Length: 3", expect);
      assertEquals(100, client.send(head).read().status());
    }
  }
}
