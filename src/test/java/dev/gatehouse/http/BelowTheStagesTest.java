package dev.gatehouse.http;

import static dev.gatehouse.http.HostileRequestsTest.isInTheOneShape;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that Netty and Vert.x would handle by themselves, bypassing all stages. */
@Tag("slow")
class BelowTheStagesTest {
  private static final String ALIVE = "GET /api/proxy/still-alive/status";
  private static final String VALIDATE = "POST /api/proxy/daily-code/validate";
  private static final String OWNER = "X-API-Key: " + TestNode.KEY;
  private static final String JSON = "Content-Type: application/json";
  private static final String CODE = "{\"code\":\"abc\"}";

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @BeforeAll
  static void song() {
    NODE.owner("POST", "/audio/upload").file("file", "song.wav", Wavs.tone(50_000)).expect(201);
  }

  /**
   * From request 129 on, Netty's WebSocket extension handler threw, and no request was answered.
   */
  @Test
  void answersPipelinedRequestsInOrder() throws IOException {
    int requests = 1_000;
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < requests; i++) {
      all.append(RawClient.head(ALIVE, "X-Request-Id: r" + i));
    }
    try (RawClient raw = NODE.raw()) {
      raw.send(all.toString());
      for (int i = 0; i < requests; i++) {
        assertEquals("r" + i, raw.read().expect(200).header("X-Request-Id"));
      }
    }
  }

  static Stream<Arguments> bodies() {
    String encoded = "Content-Encoding: gzip";
    return Stream.of(
        Arguments.of(415, CODE, new String[] {OWNER, JSON, encoded}),
        Arguments.of(415, CODE, new String[] {OWNER, JSON, "Content-Encoding: br, identity"}),
        Arguments.of(200, CODE, new String[] {OWNER, JSON, "Content-Encoding: identity"}),
        Arguments.of(417, CODE, new String[] {OWNER, JSON, "Expect: 200-ok"}),
        Arguments.of(417, CODE, new String[] {OWNER, JSON, "Expect: 100-continue, x"}),
        Arguments.of(400, CODE, new String[] {OWNER, JSON, ": no name"}),
        Arguments.of(400, CODE, new String[] {OWNER, JSON, ":"}));
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void checksHeadersThatAffectBody(int status, String body, String[] headers) throws IOException {
    String[] all = Arrays.copyOf(headers, headers.length + 1);
    all[headers.length] = "Content-Length: " + body.length();
    RawClient.Reply reply = NODE.exchange(RawClient.head(VALIDATE, all) + body).expect(status);
    if (status >= 400) {
      isInTheOneShape(reply);
    }
    if (status == 415) {
      assertEquals("identity", reply.header("Accept-Encoding"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"524289", "1000000000000000", "9999999999999999", "9223372036854775807"})
  void returns413ForHugeContentLength(String length) throws IOException {
    try (RawClient raw = NODE.raw()) {
      raw.send(RawClient.head(VALIDATE, OWNER, JSON, "Content-Length: " + length));
      assertEquals("close", raw.read().expect(413).header("Connection"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET /audio/song.wav, 200000, close",
    "GET /audio/song.wav, 20000,",
    "GET /api/proxy/still-alive/status, 200000, close",
    "GET /api/proxy/still-alive/status, 20000,",
    "GET /openapi.json, 200000, close",
    "GET /nowhere, 200000, close"
  })
  void discardsUnusedBodyOrClosesConnection(String line, int length, String connection)
      throws IOException {
    try (RawClient raw = NODE.raw()) {
      raw.send(RawClient.head(line, "Content-Length: " + length) + "x".repeat(length));
      assertEquals(connection, raw.read().header("Connection"));
      if (connection == null) {
        raw.ask(ALIVE).expect(200);
      } else {
        assertTrue(raw.closedByServer());
      }
    }
  }

  static Stream<Arguments> brokenChunks() {
    String chunked = "Transfer-Encoding: chunked";
    String type = "Content-Type: multipart/form-data; boundary=b";
    return Stream.of(
        Arguments.of(RawClient.head(VALIDATE, OWNER, JSON, chunked) + "ZZ\r\nab\r\n"),
        Arguments.of(RawClient.head(VALIDATE, OWNER, JSON, chunked) + "5\r\n{\"cod\r\n-1\r\n"),
        Arguments.of(
            RawClient.head("PUT /api/proxy/resume", OWNER, "Content-Type: application/pdf", chunked)
                + "5\r\n%PDF-\r\nZZ\r\n"),
        Arguments.of(
            RawClient.head("POST /audio/upload", OWNER, type, chunked) + "4\r\n--b\r\r\nZZ\r\n"));
  }

  /** The request is answered, and the log shows the same status. */
  @ParameterizedTest
  @MethodSource("brokenChunks")
  void returns400ForMalformedChunks(String request) throws Exception {
    try (RawClient raw = NODE.raw()) {
      RawClient.Reply reply = raw.send(request).read().expect(400);
      assertEquals("the body's chunks are not well-formed", reply.error());
      assertEquals("close", reply.header("Connection"));
      isInTheOneShape(reply);
      assertTrue(raw.closedByServer());
    }
  }

  /** Earlier requests on the connection are answered normally. */
  @Test
  void answersRequestsBeforeMalformedChunks() throws IOException {
    String good = RawClient.head(VALIDATE, OWNER, JSON, "Content-Length: " + CODE.length()) + CODE;
    String bad = RawClient.head(VALIDATE, OWNER, JSON, "Transfer-Encoding: chunked") + "ZZ\r\n";
    try (RawClient raw = NODE.raw()) {
      raw.send(good + RawClient.head(ALIVE) + good + bad);
      raw.read().expect(200);
      raw.read().expect(200);
      raw.read().expect(200);
      raw.read().expect(400);
      assertTrue(raw.closedByServer());
    }
  }

  /** A part without an end would otherwise wait until the upload period is over. */
  @Test
  void rejectsTruncatedForm() throws Exception {
    int before = NODE.blobs().size();
    for (int samples : new int[] {500, 300_000}) {
      String form = Forms.part("file", "cut.wav", Wavs.tone(samples));
      try (RawClient raw = NODE.raw()) {
        raw.send(Forms.head("Content-Length: " + form.length())).send(form);
        assertEquals("the body ends within the part file", raw.read().expect(400).error());
        raw.ask(ALIVE).expect(200);
      }
    }
    Waiting.until(() -> NODE.blobs().size() <= before);
  }

  @Test
  void sendsDateWithEveryReply() throws IOException {
    try (RawClient raw = NODE.raw()) {
      for (String line :
          new String[] {ALIVE, "OPTIONS /audio", "GET /nowhere", "GET /audio/song.wav"}) {
        RawClient.Reply reply = raw.ask(line);
        assertNotNull(reply.header("Date"), line);
        assertTrue(
            reply.header("Date").matches("[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} .* GMT"));
        assertNotNull(reply.header("Cache-Control"), line);
      }
      assertNotNull(raw.send("GET\r\n\r\n").read().header("Date"));
    }
  }
}
